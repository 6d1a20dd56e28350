import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeText } from './normalize-text.js';
import { createSlug } from './slug.js';

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
  ])('with %s, in a script other than Latin: keeps letters and vowel signs', (title, slug) => {
    expect(createSlug(title)).toBe(slug);
  });

  it.each([
    ['Ghats at Dawn', 'ghats-at-dawn'],
    ['Café Ālīya, Kāśī', 'cafe-aliya-kasi'],
    ['Tea & Toast: 50% off', 'tea-and-toast-50percent-off'],
    ["Meera's road – don’t stop!", 'meeras-road-dont-stop'],
    ['  --Spiti // Kaza--  ', 'spiti-kaza'],
    ['Straße nach Łódź', 'strasse-nach-lodz'],
    ['Khaḍī, Ṭhaṭṭā, Đà Nẵng', 'khadi-thatta-da-nang'],
    ['Æther Œuvre Øre Þór Ðað Əl ƒin Diyarbakır', 'aether-oeuvre-ore-thor-dad-el-fin-diyarbakir'],
    ['$5 or ₹400', 'dollar5-or-indian-rupee400'],
    ['Ｇｏａ ﬁnds', 'goa-finds'],
    ['ɛ', 'ɛ'],
    ['ↀɛ', 'ɛ'],
    ['../../etc/passwd', 'etc-passwd'],
    ['<script>alert(1)</script>', 'script-alert-1-script'],
  ])('with %s, in Latin script: returns ASCII', (title, slug) => {
    expect(createSlug(title)).toBe(slug);
  });

  it.each([
    ['Jaipur की सुबह', 'jaipur-की-सुबह'],
    ['சென்னை to Kochi', 'சென்னை-to-kochi'],
    ['দার্জিলিং Toy Train 2024', 'দার্জিলিং-toy-train-2024'],
    // Accents without a composed letter are removed and do not attach to the next letter.
    ['Gx\u0304\u0303नदी', 'gxनदी'],
  ])('with %s, in two scripts: keeps both', (title, slug) => {
    expect(createSlug(title)).toBe(slug);
  });

  it.each(['', '   ', '🎊🎊', '👨‍👩‍👧‍👦 ❤️', '!!! ... ???', '\u200d\u200c\ufeff', '—', "'’"])(
    'with %j, without words: returns "story"',
    (title) => {
      expect(createSlug(title)).toBe('story');
    },
  );

  it('with emoji among words: drops the emoji', () => {
    expect(createSlug('👨‍👩‍👧 गोवा ❤️ Goa 🏖️')).toBe('गोवा-goa');
  });

  it('with joiners in a word: returns the same as without them', () => {
    expect(createSlug('क्‍षमा')).toBe(createSlug('क्षमा'));
  });

  it.each(['Kāśī और Café', 'ব্রিজে ভোর কোলকাতা', 'कोलकाता क़िला', 'கொச்சி', 'Ångström'])(
    'with %s in NFD: returns the same as in NFC',
    (title) => {
      const slug = createSlug(title.normalize('NFD'));

      expect(slug).toBe(createSlug(title.normalize('NFC')));
      expect(slug).toBe(slug.normalize('NFC'));
    },
  );

  it('with a very long title: ends after a whole word within 80 characters', () => {
    const words = Array.from({ length: 60 }, (_, n) => `यात्रा${n}`);

    const slug = createSlug(words.join(' '));

    const slugWords = slug.split('-');
    expect([...slug].length).toBeLessThanOrEqual(80);
    expect([...slug].length).toBeGreaterThan(70);
    expect(slugWords).toEqual(words.slice(0, slugWords.length).map((word) => word.toLowerCase()));
  });

  it('with 80 characters: keeps them all, also when more words follow', () => {
    const title = `${'नगर'.repeat(13)} ${'पथ'.repeat(20)}`;
    const slug = title.replace(' ', '-');

    expect([...slug]).toHaveLength(80);
    expect(createSlug(title)).toBe(slug);
    expect(createSlug(`${title} घाट`)).toBe(slug);
    expect(createSlug(`${title}क`)).toBe('नगर'.repeat(13));
  });

  it('with one very long word: cuts it between graphemes', () => {
    // Ten code points a word: the 80th ends a grapheme here, and is within यों after one more letter.
    expect(createSlug('क्षत्रियों'.repeat(30))).toBe('क्षत्रियों'.repeat(8));
    expect(createSlug(`अ${'क्षत्रियों'.repeat(30)}`)).toBe(`अ${'क्षत्रियों'.repeat(7)}क्षत्रि`);
  });

  it('with one letter and thousands of combining characters: stays bounded', () => {
    expect([...createSlug(`क${'\u0902'.repeat(500)}`)].length).toBeLessThanOrEqual(80);
  });

  it('with any text: is not empty, in NFC, and safe in a path', () => {
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

  it('with long runs of combining marks: is the form in which an address is looked up', () => {
    // U+0344 and the nukta forms decompose in NFC; joiners and unknown Latin letters are removed between marks.
    const pieces = fc.constantFrom(
      'क',
      'ड़',
      'a',
      'ↀ',
      '\u0344',
      '\u200d',
      '\u034f',
      ' ',
      '\u0902'.repeat(20),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const slug = createSlug(normalizeText(parts.join('')));

        expect(normalizeText(slug)).toBe(slug);
        expect([...slug].length).toBeLessThanOrEqual(80);
      }),
      { numRuns: 300, examples: [[['क', '\u0902'.repeat(20), '\u200d', '\u0902'.repeat(20)]]] },
    );
  });
});
