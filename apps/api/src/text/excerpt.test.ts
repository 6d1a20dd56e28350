import { describe, expect, it } from 'vitest';
import { startCpuTime } from '../../test/cpu-time.js';
import { countWords, createExcerpt, readMinutes } from './excerpt.js';

const graphemesOf = (text: string) =>
  [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment);

describe('makeExcerpt', () => {
  it('of a short text: is the text in one line', () => {
    expect(createExcerpt('  सुबह की\n\nचाय,\t गरम  ')).toBe('सुबह की चाय, गरम');
  });

  it('of a long text: is its first 150 characters', () => {
    expect(createExcerpt('a'.repeat(400))).toBe('a'.repeat(150));
  });

  it('where the 150th character is a space: ends before it', () => {
    expect(createExcerpt(`${'a'.repeat(149)} ${'b'.repeat(50)}`)).toBe('a'.repeat(149));
  });

  it.each([
    ['family emoji', '👨‍👩‍👧‍👦'],
    ['flags', '🇮🇳'],
    ['skin tones', '🙏🏾'],
    ['Devanagari conjuncts', 'क्षि'],
    ['Bengali', 'স্ত্রী'],
    ['Tamil', 'கௌ'],
    ['letters with accents in NFD', 'e\u0301\u0323'],
  ])('of %s: cuts none in two', (_name, grapheme) => {
    const units = graphemesOf(grapheme).length;

    const excerpt = createExcerpt(grapheme.repeat(300));

    expect(graphemesOf(excerpt)).toHaveLength(150);
    expect(excerpt).toBe(graphemesOf(grapheme.repeat(300)).slice(0, 150).join(''));
    expect(graphemesOf(excerpt).length % units).toBe(0);
  });

  it('after a long stretch of white space: still finds the words', () => {
    expect(createExcerpt(`one${' \n'.repeat(5000)}two`)).toBe('one two');
  });

  it('of letters under thousands of marks: stays bounded and well formed', () => {
    const excerpt = createExcerpt(`${'a'}${'\u0301'.repeat(2998)}😀`);

    expect(excerpt.length).toBeLessThanOrEqual(3000);
    expect(excerpt.isWellFormed()).toBe(true);
  });
});

describe('readMinutes', () => {
  it.each([
    [0, 1],
    [1, 1],
    [299, 1],
    [300, 2],
    [499, 2],
    [1000, 5],
  ])('of %i words: is %i', (words, minutes) => {
    expect(readMinutes('चाय '.repeat(words))).toBe(minutes);
  });

  it.each([
    ['The first boats left.', 4],
    ["don't stop", 2],
    ['सुबह की चाय।', 3],
    ['காலை தேநீர்', 2],
    ['ভোরের চা', 2],
    ['one\ntwo\r\nthree\u2028four', 4],
    ['… — 🎊 !', 0],
  ])('of %j: counts the words of its script', (text, words) => {
    expect(countWords(text)).toBe(words);
  });

  it.each([
    ['words', 'ghat boat bell '],
    ['Devanagari', 'सुबह की चाय '],
    ['no space at all', 'a'],
    ['Thai, which has no spaces', 'กรุงเทพมหานคร'],
    ['emoji', '👨‍👩‍👧‍👦'],
  ])('of 100 kB in one line, %s: takes well under a second', (_name, piece) => {
    const text = piece.repeat(Math.ceil(100_000 / Buffer.byteLength(piece)));
    const cpuMs = startCpuTime();

    readMinutes(text);

    expect(cpuMs()).toBeLessThan(700);
  });
});
