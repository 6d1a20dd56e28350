import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendRandomSuffix, createSlug } from './slug.js';

describe('createSlug', () => {
  it.each([
    ['जयपुर की सुबह', 'जयपुर-की-सुबह'],
    ['হাওড়া ব্রিজে ভোর', 'হাওড়া-ব্রিজে-ভোর'.normalize('NFC')],
    ['மதுரை மீனாட்சி கோயில்', 'மதுரை-மீனாட்சி-கோயில்'],
    ['ಹಂಪಿಯ ಕಲ್ಲುಗಳು', 'ಹಂಪಿಯ-ಕಲ್ಲುಗಳು'],
    ['ਅੰਮ੍ਰਿਤਸਰ ਦੀ ਸਵੇਰ', 'ਅੰਮ੍ਰਿਤਸਰ-ਦੀ-ਸਵੇਰ'],
    ['لکھنؤ کی شام', 'لکھنؤ-کی-شام'],
    ['Москва — Дели', 'москва-дели'],
    ['काशी १०८ घाट', 'काशी-१०८-घाट'],
  ])('of a native script, %s: keeps its letters and marks', (title, slug) => {
    expect(createSlug(title)).toBe(slug);
  });

  it.each([
    ['Ghats at Dawn', 'ghats-at-dawn'],
    ['Café Ālīya, Kāśī', 'cafe-aliya-kasi'],
    ['Tea & Toast: 50% off', 'tea-and-toast-50percent-off'],
    ["Meera's road – don’t stop!", 'meeras-road-dont-stop'],
    ['  --Spiti // Kaza--  ', 'spiti-kaza'],
    ['Straße nach Łódź', 'strasse-nach-lodz'],
    ['Ｇｏａ ﬁnds', 'goa-finds'],
    ['ɛ', 'ɛ'],
    ['ↀɛ', 'ɛ'],
    ['../../etc/passwd', 'etc-passwd'],
    ['<script>alert(1)</script>', 'script-alert-1-script'],
  ])('of Latin, %s: is ASCII by slugify', (title, slug) => {
    expect(createSlug(title)).toBe(slug);
  });

  it.each([
    ['Jaipur की सुबह', 'jaipur-की-सुबह'],
    ['சென்னை to Kochi', 'சென்னை-to-kochi'],
    ['দার্জিলিং Toy Train 2024', 'দার্জিলিং-toy-train-2024'],
    // Accents that no letter is composed with go, and do not move on to the next letter.
    ['Gx\u0304\u0303नदी', 'gxनदी'],
  ])('of two scripts, %s: keeps both', (title, slug) => {
    expect(createSlug(title)).toBe(slug);
  });

  it.each(['', '   ', '🎊🎊', '👨‍👩‍👧‍👦 ❤️', '!!! ... ???', '\u200d\u200c\ufeff', '—', "'’"])(
    'of a title without words, %j: is story',
    (title) => {
      expect(createSlug(title)).toBe('story');
    },
  );

  it('with emoji among words: leaves the emoji out', () => {
    expect(createSlug('👨‍👩‍👧 गोवा ❤️ Goa 🏖️')).toBe('गोवा-goa');
  });

  it('with joiners in a word: is the same as without them', () => {
    expect(createSlug('क्‍षमा')).toBe(createSlug('क्षमा'));
  });

  it.each(['Kāśī और Café', 'ব্রিজে ভোর কোলকাতা', 'कोलकाता क़िला', 'கொச்சி', 'Ångström'])(
    'typed in NFD, %s: is the same as in NFC',
    (title) => {
      const slug = createSlug(title.normalize('NFD'));

      expect(slug).toBe(createSlug(title.normalize('NFC')));
      expect(slug).toBe(slug.normalize('NFC'));
    },
  );

  it('of a very long title: ends after a whole word, within 80 characters', () => {
    const words = Array.from({ length: 60 }, (_, n) => `यात्रा${n}`);

    const slug = createSlug(words.join(' '));

    const slugWords = slug.split('-');
    expect([...slug].length).toBeLessThanOrEqual(80);
    expect([...slug].length).toBeGreaterThan(70);
    expect(slugWords).toEqual(words.slice(0, slugWords.length).map((word) => word.toLowerCase()));
  });

  it('of 80 characters: is kept whole, and so are words that end there when more follow', () => {
    const title = `${'नगर'.repeat(13)} ${'पथ'.repeat(20)}`;
    const slug = title.replace(' ', '-');

    expect([...slug]).toHaveLength(80);
    expect(createSlug(title)).toBe(slug);
    expect(createSlug(`${title} घाट`)).toBe(slug);
    expect(createSlug(`${title}क`)).toBe('नगर'.repeat(13));
  });

  it('of one endless word: is cut between syllables', () => {
    // Ten code points: the 80th is the last of a syllable here, and within यों after one letter more.
    expect(createSlug('क्षत्रियों'.repeat(30))).toBe('क्षत्रियों'.repeat(8));
    expect(createSlug(`अ${'क्षत्रियों'.repeat(30)}`)).toBe(`अ${'क्षत्रियों'.repeat(7)}क्षत्रि`);
  });

  it('of one letter with endless marks: is still bounded', () => {
    expect([...createSlug(`क${'\u0902'.repeat(500)}`)].length).toBeLessThanOrEqual(80);
  });

  it('of any text: is never empty, in NFC, and safe in a path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
        const slug = createSlug(title);

        expect(slug).toMatch(/^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u);
        expect(slug).toBe(slug.normalize('NFC'));
        expect([...slug].length).toBeLessThanOrEqual(80);
      }),
      { numRuns: 150 },
    );
  });
});

describe('withSuffix', () => {
  it('called 1,000 times: ends in five letters or digits, and hardly ever the same', () => {
    const slugs = new Set(Array.from({ length: 1000 }, () => appendRandomSuffix('जयपुर')));

    expect(slugs.size).toBeGreaterThan(990);
    for (const slug of slugs) expect(slug).toMatch(/^जयपुर-[a-km-np-z2-9]{5}$/);
  });
});
