import { TO_DEVANAGARI } from './scripts.js';

const FIRST_CODE_POINT = 0x0900;
const BLOCK_SHIFT = 7;
const BENGALI = 0x0980 >> BLOCK_SHIFT;
const GUJARATI = 0x0a80 >> BLOCK_SHIFT;
const ODIA = 0x0b00 >> BLOCK_SHIFT;
const TAMIL = 0x0b80 >> BLOCK_SHIFT;
const MALAYALAM = 0x0d00 >> BLOCK_SHIFT;

/**
 * Consonants by their sounds. Aspirates (except फ), retroflex letters and sibilants have the sounds of similar letters.
 */
const CONSONANTS: Record<string, string> = {
  क: 'k',
  ख: 'k',
  ग: 'g',
  घ: 'g',
  ॻ: 'g',
  ङ: 'n',
  ञ: 'n',
  ण: 'n',
  न: 'n',
  ऩ: 'n',
  च: 'c',
  छ: 'c',
  ज: 'j',
  झ: 'j',
  ॹ: 'j',
  ॼ: 'j',
  ट: 't',
  ठ: 't',
  त: 't',
  थ: 't',
  ड: 'd',
  ढ: 'd',
  द: 'd',
  ध: 'd',
  ॾ: 'd',
  ॸ: 'd',
  प: 'p',
  फ: 'f',
  ब: 'b',
  भ: 'b',
  ॿ: 'b',
  म: 'm',
  य: 'I',
  ॺ: 'I',
  र: 'r',
  ऱ: 'r',
  ल: 'l',
  ळ: 'l',
  ऴ: 'l',
  व: 'v',
  श: 's',
  ष: 's',
  स: 's',
  ह: 'h',
};
const VOWELS: Record<string, string> = {
  अ: 'A',
  आ: 'A',
  ऄ: 'A',
  ॲ: 'A',
  ॳ: 'A',
  ॴ: 'A',
  '\u093e': 'A',
  इ: 'I',
  ई: 'I',
  '\u093f': 'I',
  '\u0940': 'I',
  उ: 'U',
  ऊ: 'U',
  ॶ: 'U',
  ॷ: 'U',
  '\u0941': 'U',
  '\u0942': 'U',
  '\u0956': 'U',
  '\u0957': 'U',
  ऋ: 'rI',
  ॠ: 'rI',
  '\u0943': 'rI',
  '\u0944': 'rI',
  ऌ: 'lI',
  ॡ: 'lI',
  '\u0962': 'lI',
  '\u0963': 'lI',
  ऍ: 'E',
  ऎ: 'E',
  ए: 'E',
  '\u0945': 'E',
  '\u0946': 'E',
  '\u0947': 'E',
  '\u094e': 'E',
  '\u0955': 'E',
  ऐ: 'AI',
  '\u0948': 'AI',
  ऑ: 'O',
  ऒ: 'O',
  ओ: 'O',
  '\u0949': 'O',
  '\u094a': 'O',
  '\u094b': 'O',
  '\u093a': 'O',
  '\u093b': 'O',
  औ: 'AU',
  ॵ: 'AU',
  '\u094c': 'AU',
  '\u094f': 'AU',
  ॐ: 'Om',
};
/** Bengali vowels that are pronounced with an o where other languages have an a: অসীম, গগৈ. */
const ROUND_VOWELS: Record<string, string> = { अ: 'O', ऐ: 'OI', '\u0948': 'OI' };
/** How letters are read: `round` with the vowels of Bengali, `stop` with ड़ as d. */
export type Reading = 'usual' | 'round' | 'stop';
const SIGN = /[\u093a\u093b\u093e-\u094c\u094e\u094f\u0955-\u0957\u0962\u0963]/;
const VIRAMA = '\u094d';
const NUKTA = '\u093c';
const NASALS = '\u0901\u0902';
/** Nukta letters that sound different from the letter without it. */
const WITH_NUKTA: Record<string, string> = { ड: 'r', ढ: 'r', य: 'I' };

const FLAP = /ड़/g;

type Rule = [pattern: RegExp, replacement: string | ((match: string) => string)];

const VOICED: Record<string, string> = { क: 'ग', च: 'ज', ट: 'ड', त: 'द', प: 'ब' };
const voice = (letter: string) => VOICED[letter] ?? letter;

/** How each script is pronounced, as replacements in the Devanagari form of the word. */
const NORTHERN_RULES: Rule[] = [
  // The nasal of गाँव, gaon, is written before or after the last vowel.
  [/[ँं]व्?$|उ[ँं]$/g, 'वँ'],
];
/** The last nasal of a neuter plural is not written in Latin letters: પટોળાં, patola. */
const GUJARATI_RULES: Rule[] = [...NORTHERN_RULES, [/(?<=\u093e)\u0902$/g, '']];
const BENGALI_RULES: Rule[] = [
  [/(?<!्)य(?!़)/g, 'ज'],
  [/ओय़/g, 'व'],
  [/(?<=[^मब]्)ब/g, 'व'],
  [/ँ[ओउ]$|[ओउ]ँ$/g, 'वँ'],
  [/ं(?![क-घ])|ङ(?!्)/g, 'ंग'],
];
const ODIA_RULES: Rule[] = [...BENGALI_RULES, [/(?<!ग)ड़/g, 'ड']];
const TAMIL_RULES: Rule[] = [
  [/^इ(?=[रल])/g, ''],
  [/ट्च/g, 'क्ष'],
  [/ःप/g, 'फ'],
  [/ऱ्ऱ/g, 'ट्ऱ'],
  [/^च(?!ॆन्न|ॆट्ट|ितम्|ित्त|िन्न|ोऴ|ेर)/g, 'स'],
  [/(?<=[ङञणनमयरलळऴ]्)[कचटतप](?!्)/g, voice],
  [/ट(?=्[यरलव])/g, voice],
  // Between vowels, unless doubled.
  [/(?<=[^्])च(?!्)/g, 'स'],
  [/(?<=[^्])[कटतप](?!्)/g, voice],
];
const MALAYALAM_RULES: Rule[] = [
  [/ऱ्ऱ/g, 'ट्ट'],
  [/न्ऱ/g, 'न्ट'],
  [/(?<=ञ्)च|(?<=म्)प|(?<=ण्)ट|(?<=[^्])ट(?!्.)/g, voice],
];
const RULES = new Map<number, Rule[]>([
  [BENGALI, BENGALI_RULES],
  [GUJARATI, GUJARATI_RULES],
  [ODIA, ODIA_RULES],
  [TAMIL, TAMIL_RULES],
  [MALAYALAM, MALAYALAM_RULES],
]);
const ALL_RULES: Rule[] = [
  [/ज्ञ/g, 'ग्य'],
  [/(?<=[^्])ढ़?/g, 'ड़'],
];

/**
 * Spells letters of one script by their sounds: consonants in lower case, vowels as A, E, I, O, U. The inherent vowel
 * of a consonant is @ where it may be silent, else A.
 *
 * @param run - a part of a folded word, with no characters but U+0900 to U+0D7F, all of one script.
 */
export function spellIndic(run: string, reading: Reading): string {
  const block = (run.codePointAt(0) ?? 0) >> BLOCK_SHIFT;
  let letters = '';
  for (let at = 0; at < run.length; at += 1)
    letters += TO_DEVANAGARI[run.charCodeAt(at) - FIRST_CODE_POINT] ?? '';
  for (const rules of [RULES.get(block) ?? NORTHERN_RULES, ALL_RULES]) {
    for (const [pattern, replacement] of rules) letters = letters.replace(pattern, replacement as string);
  }
  if (reading === 'stop') letters = letters.replace(FLAP, 'ड');
  return readLetters(letters, block, reading === 'round' ? { ...VOWELS, ...ROUND_VOWELS } : VOWELS);
}

function readLetters(letters: string, block: number, vowels: Record<string, string>): string {
  const inherent = block < TAMIL ? '@' : 'A';
  let sounds = '';
  let isVowelDue = false;
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters.charAt(at);
    if (letter === NUKTA) continue;
    if (letter === VIRAMA) {
      isVowelDue = false;
      continue;
    }
    if (isVowelDue && !SIGN.test(letter)) sounds += inherent;
    const consonant = CONSONANTS[letter];
    isVowelDue = consonant !== undefined;
    if (consonant !== undefined) {
      const hasNukta = letters.charAt(at + 1) === NUKTA;
      sounds += hasNukta ? (WITH_NUKTA[letter] ?? consonant) : consonant;
    } else if (NASALS.includes(letter)) sounds += readNasal(letters.charAt(at + 1), block);
    else if (letter >= '०' && letter <= '९') sounds += String(letter.charCodeAt(0) - 0x0966);
    else sounds += vowels[letter] ?? '';
  }
  return isVowelDue ? sounds + inherent : sounds;
}

/**
 * The nasal sign sounds like the nasal of the consonant after it. At the end of a word it is m in the southern scripts.
 */
function readNasal(next: string, block: number): string {
  if (next !== '' && 'पफबभम'.includes(next)) return 'm';
  if (block === MALAYALAM) return next >= 'क' && next <= 'घ' ? 'n' : 'm';
  if (next === 'ह' && block < TAMIL) return 'ng';
  const isStop = next >= 'क' && next <= 'न';
  return block >= TAMIL && !isStop ? 'm' : 'n';
}
