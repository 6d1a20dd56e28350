import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, splitFolded } from './fold.js';

describe('foldText', () => {
  it.each([
    ['Kāśī', 'kasi'],
    ['ÉCOLE', 'ecole'],
    ['İstanbul', 'istanbul'],
    ['Ｇｏａ', 'goa'],
    ['ﬁnds', 'finds'],
    ['Ёлка', 'елка'],
  ])('with %s: returns %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it.each(['जयपुर', 'कोलकाता', 'ব্রিজ', 'மதுரை', 'हिन्दी'])(
    'with %s: keeps vowel signs and conjuncts',
    (text) => {
      expect(foldText(text)).toBe(text);
    },
  );

  it('with nukta letters: returns the same for the composed and decomposed form', () => {
    expect(foldText('\u0958\u093f\u0932\u093e')).toBe(foldText('\u0915\u093c\u093f\u0932\u093e'));
  });

  it('with joiners: returns the same as without', () => {
    expect(foldText('क्‍ष')).toBe(foldText('क्ष'));
  });

  it('with a run of combining marks: takes about as long as for letters with two marks each', () => {
    const measure = (text: string) => {
      const start = performance.now();
      foldText(text);
      return performance.now() - start;
    };
    const letters = measure('क\u0951\u0952'.repeat(200_000));

    expect(measure(`क${'\u0951\u0952'.repeat(20_000)}`)).toBeLessThan(5 * letters);
  });

  it('with any text: returns the same for its four Unicode forms, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const folded = foldText(text);

        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
          expect(foldText(text.normalize(form))).toBe(folded);
        expect(foldText(folded)).toBe(folded);
      }),
      { numRuns: 150 },
    );
  });
});

describe('splitFolded', () => {
  it('with a sentence: returns its folded words in order, without punctuation', () => {
    expect(splitFolded("Kāśī's ghats, GHATS & घाट! १०८")).toEqual([
      'kasi',
      's',
      'ghats',
      'ghats',
      'घाट',
      '१०८',
    ]);
  });

  it.each(['', '  ', '🎊 — !', '\u200d'])('with %j: returns no words', (text) => {
    expect(splitFolded(text)).toEqual([]);
  });
});
