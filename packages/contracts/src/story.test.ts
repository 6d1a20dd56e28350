import { describe, expect, it } from 'vitest';
import { countWords, isStoryTag, readingMinutes, STORY_TAG_ALIASES, toSafeHref } from './story.js';

describe('isStoryTag', () => {
  it.each([
    ['blockquote', true],
    ['img', false],
    ['P', false],
  ])('with %s: is %j', (name, expected) => {
    expect(isStoryTag(name)).toBe(expected);
  });
});

describe('STORY_TAG_ALIASES', () => {
  it('contains no element that a story may have itself', () => {
    expect([...STORY_TAG_ALIASES.keys()].filter(isStoryTag)).toEqual([]);
  });
});

describe('toSafeHref', () => {
  it.each([
    ['https://example.org/a b', 'https://example.org/a%20b'],
    ['HTTP://EXAMPLE.org', 'http://example.org/'],
    ['mailto:asha@example.org', 'mailto:asha@example.org'],
    [' https://example.org ', 'https://example.org/'],
    ['javascript:alert(1)', null],
    ['java\nscript:alert(1)', null],
    ['data:text/html,x', null],
    ['ftp://example.org', null],
    ['/post/dawn', null],
    ['example.org', null],
    ['', null],
  ])('with %j: returns %j', (href, expected) => {
    expect(toSafeHref(href)).toBe(expected);
  });

  /** Different characters: the conversion of a host name is slow for these. */
  const ideographs = (count: number) =>
    String.fromCodePoint(...Array.from({ length: count }, (_, index) => 0x4e00 + index));
  const host = (length: number) => `${'a'.repeat(length - 4)}.org`;

  it.each([
    ['a host of 253 characters', `https://${host(253)}/`, true],
    ['a host of 254 characters', `https://${host(254)}/`, false],
    ['one after a user name', `https://a@b@${host(254)}/`, false],
    ['one after other slashes', `https:\\/\t/\n/${host(254)}?x`, false],
    ['one without slashes', `https:${host(254)}#x`, false],
    ['one of a mail address', `mailto:asha@${host(254)}`, false],
    ['a user name of 254 characters', `https://${'a'.repeat(254)}@example.org/`, true],
    ['a path of 254 characters', `https://example.org/${'@'.repeat(254)}`, true],
    ['a host that is longer in Punycode', `https://${ideographs(200)}/`, false],
    ['2,048 characters', `https://example.org/${'a'.repeat(2_028)}`, true],
    ['2,049 characters', `https://example.org/${'a'.repeat(2_029)}`, false],
    ['more than 2,048 characters when encoded', `https://example.org/${'घ'.repeat(300)}`, false],
  ])('with %s: is accepted only within the limits', (_case, href, isAccepted) => {
    expect(toSafeHref(href) !== null).toBe(isAccepted);
  });

  it.each(['http://', 'ftp://', 'https:\\', ' http:\t//x@'])(
    'with %j and a host of 20,000 different characters, a hundred times: is quick',
    (start) => {
      const href = start + ideographs(20_000);

      // Each would take half a second to parse.
      for (let time = 0; time < 100; time += 1) expect(toSafeHref(href)).toBeNull();
    },
  );
});

describe('readingMinutes', () => {
  it.each([
    [0, 1],
    [1, 1],
    [299, 1],
    [300, 2],
    [499, 2],
    [1000, 5],
  ])('with %i words: is %i', (words, minutes) => {
    expect(readingMinutes(countWords('चाय '.repeat(words)))).toBe(minutes);
  });
});

describe('countWords', () => {
  it.each([
    ['The first boats left.', 4],
    ["don't stop", 2],
    ['सुबह की चाय।', 3],
    ['காலை தேநீர்', 2],
    ['ভোরের চা', 2],
    ['one\ntwo\r\nthree\u2028four', 4],
    ['… — 🎊 !', 0],
    ['The river — grey.\n\nनाव वाला आया।', 6],
    ['  \n ', 0],
    ['நதி river '.repeat(5_000), 10_000],
    ['அ'.repeat(1_999), 1],
  ])('with %j: counts the words of its script', (text, words) => {
    expect(countWords(text)).toBe(words);
  });

  it.each([
    ['words', 'ghat boat bell ', 100],
    ['Devanagari', 'सुबह की चाय ', 50],
    ['no space at all', 'a', 0.25],
    ['Thai, which has no spaces', 'กรุงเทพมหานคร', 13],
    ['emoji', '👨‍👩‍👧‍👦', 0],
  ])('with 500 kB in one line, %s: takes time in proportion to the length', (_name, piece, thousands) => {
    // In quadratic time, 500 kB of words would take longer than the timeout of the test.
    const text = piece.repeat(Math.ceil(500_000 / Buffer.byteLength(piece)));

    expect(countWords(text) / 1000).toBeCloseTo(thousands, 0);
  });
});
