import { describe, expect, it } from 'vitest';
import { createExcerpt } from './excerpt.js';

const splitGraphemes = (text: string) =>
  [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment);

describe('createExcerpt', () => {
  it('with a short text: returns it on one line', () => {
    expect(createExcerpt('  सुबह की\n\nचाय,\t गरम  ')).toBe('सुबह की चाय, गरम');
  });

  it('with a long text: returns its first 150 characters', () => {
    expect(createExcerpt('a'.repeat(400))).toBe('a'.repeat(150));
  });

  it('with a space as the 150th character: ends before it', () => {
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
  ])('with %s: does not split graphemes', (_name, grapheme) => {
    const units = splitGraphemes(grapheme).length;

    const excerpt = createExcerpt(grapheme.repeat(300));

    expect(splitGraphemes(excerpt)).toHaveLength(150);
    expect(excerpt).toBe(splitGraphemes(grapheme.repeat(300)).slice(0, 150).join(''));
    expect(splitGraphemes(excerpt).length % units).toBe(0);
  });

  it('with a long run of white space: includes the words after it', () => {
    expect(createExcerpt(`one${' \n'.repeat(5000)}two`)).toBe('one two');
  });

  it('with thousands of combining characters: returns at most 3000 code units, well formed', () => {
    const excerpt = createExcerpt(`${'a'}${'\u0301'.repeat(2998)}😀`);

    expect(excerpt.length).toBeLessThanOrEqual(3000);
    expect(excerpt.isWellFormed()).toBe(true);
  });
});
