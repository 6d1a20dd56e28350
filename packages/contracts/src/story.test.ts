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
    ['words', 'ghat boat bell '],
    ['Devanagari', 'सुबह की चाय '],
    ['no space at all', 'a'],
    ['Thai, which has no spaces', 'กรุงเทพมหานคร'],
    ['emoji', '👨‍👩‍👧‍👦'],
  ])('with 100 kB in one line, %s: takes less than 700 ms of CPU time', (_name, piece) => {
    const text = piece.repeat(Math.ceil(100_000 / Buffer.byteLength(piece)));
    const startedAt = process.cpuUsage();

    countWords(text);

    const { user, system } = process.cpuUsage(startedAt);
    expect((user + system) / 1000).toBeLessThan(700);
  });
});
