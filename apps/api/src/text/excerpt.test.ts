import { describe, expect, it } from 'vitest';
import { createExcerpt, cutBytes } from './excerpt.js';

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

  it.each([
    ['Devanagari', 'राष्ट्रीय राजमार्ग के किनारे चौथे दिन, “ठंडी हवा” — क्या कहें? क्‌ष ज़मीन। '],
    ['Bengali', 'কলকাতার রাস্তায় সূর্য উঠলে ট্রামের শব্দ, উৎসব আর স্বপ্ন। '],
    ['Gurmukhi', 'ਅੰਮ੍ਰਿਤਸਰ ਵਿੱਚ ਸਵੇਰ ਦੀ ਠੰਢ। '],
    ['Gujarati', 'કચ્છના રણમાં ક્ષિતિજ સુધી ધોળું. '],
    ['Odia', 'ପୁରୀର ସମୁଦ୍ର କୂଳ, ସ୍ୱପ୍ନ। '],
    ['Tamil', 'மதுரை மீனாட்சி அம்மன் கோயிலின் க்ஷேத்திரம். '],
    ['Telugu', 'హైదరాబాద్ చార్మినార్ దగ్గర, స్వాగతం. '],
    ['Kannada', 'ಮೈಸೂರಿನ ಅರಮನೆ ಮುಂದೆ, ಸ್ವಾಗತ. '],
    ['Malayalam', 'തൃശ്ശൂരിന്റെ പൂരം, ന്‍റെ സ്വപ്നം. '],
    ['Latin letters with accents', 'Cafe\u0301 in Śrīnagar — “naïve” façade, 5 °C. '],
  ])('with a text in %s: returns the first 150 graphemes of the segmenter', (_script, sentence) => {
    const text = sentence.repeat(20).trim();
    const graphemes = splitGraphemes(text);

    const excerpt = createExcerpt(text);

    expect(graphemes.slice(0, splitGraphemes(excerpt).length).join('').trim()).toBe(excerpt);
    expect(excerpt).toBe(graphemes.slice(0, 150).join('').trim());
  });

  it('with a combining character after 150 Latin letters: keeps it with its letter', () => {
    expect(createExcerpt(`${'a'.repeat(150)}\u0301b`)).toBe(`${'a'.repeat(150)}\u0301`);
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

describe('cutBytes', () => {
  it.each([
    ['a text that fits', 'सुबह की चाय', 29, 'सुबह की चाय'],
    ['a space at the end', 'सुबह की चाय', 20, 'सुबह की'],
    ['a vowel sign that does not fit', 'सुबह की चाय', 28, 'सुबह की चा'],
    ['a conjunct that does not fit', 'स्त्री', 17, ''],
    ['an emoji that does not fit', '🙏🏾🙏🏾', 15, '🙏🏾'],
    ['no room', 'चाय', -1, ''],
  ])('with %s: returns the graphemes that fit', (_case, text, maxBytes, expected) => {
    expect(cutBytes(text, maxBytes)).toBe(expected);
  });
});
