import { phoneticSimilarity, splitWords } from '@safarnama/phonetic';

/**
 * Low, because it only confirms the other words of a name of which one word has matched: `Nair` and `നായർ`, `Bora` and
 * `বরা` differ in their vowels, `Jignesh` and `જિજ્ઞેશ` in a consonant.
 */
const MIN_LIKENESS = 0.7;

/** Whether a name has a word that sounds more or less like `word`. */
export function soundsLikePartOf(word: string, fullName: string): boolean {
  for (const { word: part } of splitWords(fullName)) {
    // The likeness counts differences by the sounds of the first word, so a query in the other script would differ.
    const likeness = Math.max(phoneticSimilarity(word, part), phoneticSimilarity(part, word));
    if (likeness >= MIN_LIKENESS) return true;
  }
  return false;
}
