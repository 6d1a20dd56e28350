import { describe, expect, it } from 'vitest';
import { countWords, firstGraphemes, guessLanguage, readMinutes } from './text.ts';

describe('firstGraphemes', () => {
  it('letters with their marks, and emoji families: count as one each', () => {
    expect(firstGraphemes('क्षेत्र', 1)).toBe('क्षे');
    expect(firstGraphemes('👨‍👩‍👧‍👦🇮🇳x', 2)).toBe('👨‍👩‍👧‍👦🇮🇳');
    expect(firstGraphemes('நீலகிரி', 2)).toBe('நீல');
  });

  it('a text that is short enough: stays whole', () => {
    expect(firstGraphemes('মেঘ', 10)).toBe('মেঘ');
    expect(firstGraphemes('', 3)).toBe('');
  });
});

describe('countWords and readMinutes', () => {
  it('words of any script: are counted, signs are not', () => {
    expect(countWords('The river — grey.\n\nनाव वाला आया।')).toBe(6);
    expect(countWords('  \n ')).toBe(0);
  });

  it('minutes: 200 words each, rounded, at least one', () => {
    expect([0, 299, 300, 1000].map(readMinutes)).toEqual([1, 1, 2, 5]);
  });
});

describe('guessLanguage', () => {
  it('the first letter: decides; Latin letters are the language of the page', () => {
    expect(['“मेरा', '3 நாட்கள்', 'চা ও toast', 'Chai चाय', '123', ''].map(guessLanguage)).toEqual([
      'hi',
      'ta',
      'bn',
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('countWords on one long line', () => {
  it('100 kB without a line break: is counted whole, and within a blink', () => {
    const line = 'நதி river '.repeat(5_000);
    const start = performance.now();

    expect(countWords(line)).toBe(10_000);
    expect(performance.now() - start).toBeLessThan(1_500);
    expect(countWords('அ'.repeat(1_999))).toBe(1);
  });
});
