import { describe, expect, it } from 'vitest';
import { applyLanguage } from '../i18n/language.ts';
import { firstGraphemes, guessLanguage } from './text.ts';

describe('firstGraphemes', () => {
  it('with diacritics and emoji families: counts each as one', () => {
    expect(firstGraphemes('क्षेत्र', 1)).toBe('क्षे');
    expect(firstGraphemes('👨‍👩‍👧‍👦🇮🇳x', 2)).toBe('👨‍👩‍👧‍👦🇮🇳');
    expect(firstGraphemes('நீலகிரி', 2)).toBe('நீல');
  });

  it('with a short text: returns it whole', () => {
    expect(firstGraphemes('মেঘ', 10)).toBe('মেঘ');
    expect(firstGraphemes('', 3)).toBe('');
  });

  it('with a letter that has very many diacritics: cuts within them', () => {
    expect(firstGraphemes(`a${'\u0301'.repeat(60)}bcd`, 1)).toBe(`a${'\u0301'.repeat(39)}`);
    // Not between the two halves of a surrogate pair.
    expect(firstGraphemes('👨\u200d'.repeat(20), 1)).toBe('👨\u200d'.repeat(13));
  });
});

describe('guessLanguage', () => {
  it("on a page in Hindi: returns 'en' for Latin letters and undefined for Hindi", () => {
    applyLanguage('hi');

    expect(['मेरा', 'Chai चाय', 'চা', '123'].map(guessLanguage)).toEqual([undefined, 'en', 'bn', undefined]);
  });

  it('with several scripts: decides by that of most letters; returns undefined for Latin letters', () => {
    const story = 'IRCTC से टिकट लिया, और सुबह की गाड़ी से निकले।';
    expect(['“मेरा', '3 நாட்கள்', 'চা ও বই নিয়ে Goa', story, 'Chai चाय', '123', ''].map(guessLanguage)).toEqual([
      'hi',
      'ta',
      'bn',
      'hi',
      undefined,
      undefined,
      undefined,
    ]);
  });
});
