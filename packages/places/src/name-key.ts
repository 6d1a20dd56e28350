import { foldWord, tokenize } from '@safarnama/phonetic';

/** Whether a text contains letters of the Latin script. */
export const isLatin = (text: string): boolean => /[a-z]|\p{Script=Latin}/iu.test(text);

/** The sign and the Hindi words for `and`. Hindi has several, and official names use each of them. */
const AND = /&|(?<=\s)(?:और|एवं|तथा|व)(?=\s)/g;
const writeAnd = (name: string): string => name.replace(AND, ' and ');

/** How a name of a place is compared: one key for all its words, because `Bodh Gaya` is written `Bodhgaya` as well. */
export const nameKey = (name: string): string =>
  tokenize(writeAnd(name))
    .map(({ key }) => key)
    .join('');

/** The keys of the parts of a name that begin with its second word or a later one: `Abu` of `Mount Abu`. */
export function laterKeys(name: string): string[] {
  const keys = tokenize(writeAnd(name)).map(({ key }) => key);
  return keys.slice(1).map((_, index) => keys.slice(index + 1).join(''));
}

/** The long vowels i and u of Indic scripts, as letters and as signs. In Unicode, each follows its short vowel. */
const LONG_VOWELS = /[ईऊीूঈঊীূਈਊੀੂઈઊીૂଈଊୀୂஈஊீூఈఊీూಈಊೀೂഈഊീൂ]/g;
const toShortVowel = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) - 1);

/** A name as it is spelled, without case, accents, spaces and the length of vowels, which is often written wrong. */
export const foldName = (name: string): string =>
  foldWord(writeAnd(name).replace(/[\s'’.-]+/g, '')).replace(LONG_VOWELS, toShortVowel);
