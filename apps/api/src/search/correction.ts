import { isWithinEditDistance, phoneticKey, phoneticKeys, phoneticSimilarity } from '@safarnama/phonetic';
import { type Clause, findWithKeys } from './clause.js';
import { storyOfPosting } from './posting.js';
import type { WordTerm } from './search-query.js';
import type { StoryIndex } from './story-index.js';

/** Words with this many letters may have one or two typing errors. */
const MIN_FOR_ONE_EDIT = 5;
const MIN_FOR_TWO_EDITS = 8;
/** Shorter keys sound like too many others. */
const MIN_KEY = 4;

/** Whether any story matches a clause by its words, place or author. Phrases are taken to match, unchecked. */
export function hasMatches(index: StoryIndex, clause: Clause): boolean {
  if (clause.term.kind === 'phrase' || clause.phrases.length > 0) return true;
  const isLive = (number: number) => index.storyOf(number) !== null;
  return (
    [...clause.words.keys()].some((word) => hasStories(index, word)) ||
    clause.placeIds.some((placeId) => index.numbersByPlace(placeId).some(isLive)) ||
    clause.authorIds.some((authorId) => index.numbersByAuthor(authorId).some(isLive))
  );
}

/** Whether any story contains a word. */
const hasStories = (index: StoryIndex, word: number): boolean =>
  index.postingsOf(word).some((posting) => index.storyOf(storyOfPosting(posting)) !== null);

/**
 * Finds the word that was probably meant: among words with one typing error, else among those that sound alike, else
 * among those with two errors. Prefers the same first letter, then the word that most stories contain.
 *
 * @returns null for a short word, or when no word is similar.
 */
export function findCorrection(index: StoryIndex, { word }: WordTerm): string | null {
  const vocabulary = index.vocabulary();
  const letters = [...word].length;
  if (letters < MIN_FOR_ONE_EDIT) return null;
  const key = phoneticKey(word);
  const attempts = [
    () => vocabulary.similarTo(word, 1),
    () => (key.length >= MIN_KEY ? vocabulary.soundingLike(key) : []),
    () => (letters >= MIN_FOR_TWO_EDITS ? vocabulary.similarTo(word, 2) : []),
  ];
  for (const findCandidates of attempts) {
    let best: { word: number; rank: number } | null = null;
    for (const candidate of findCandidates()) {
      if (!hasStories(index, candidate)) continue;
      const stories = index.postingsOf(candidate).length;
      // The first letter is seldom mistyped.
      const isSameStart = vocabulary.wordOf(candidate).charAt(0) === word.charAt(0);
      const rank = stories + (isSameStart ? index.capacity() + 1 : 0);
      if (best === null || rank > best.rank) best = { word: candidate, rank };
    }
    if (best) return vocabulary.wordOf(best.word);
  }
  return null;
}

/**
 * Finds the usual spelling of a mistyped word that no story contains, though its key matches: `varansi` for Varanasi.
 *
 * @param clause - of the word.
 * @returns null for a name, the beginning of a word, a word in another script, and another way to write the same
 *   sounds: `jaypur` for Jaipur.
 */
export function findSpelling(index: StoryIndex, { word, isPrefix }: WordTerm, clause: Clause): string | null {
  const letters = [...word].length;
  if (letters < MIN_FOR_ONE_EDIT || clause.placeIds.length > 0 || clause.authorIds.length > 0) return null;
  const vocabulary = index.vocabulary();
  const isWritten = (number: number) => hasStories(index, number);
  const typed = vocabulary.numberOf(word);
  if (typed !== undefined && isWritten(typed)) return null;
  if (isPrefix) {
    for (const number of vocabulary.withPrefix(word)) if (isWritten(number)) return null;
  }
  const edits = letters < MIN_FOR_TWO_EDITS ? 1 : 2;
  const similar = findWithKeys(index, phoneticKeys(word)).filter(
    (number) => isWithinEditDistance(word, vocabulary.wordOf(number), edits) && isWritten(number),
  );
  if (similar.some((number) => phoneticSimilarity(word, vocabulary.wordOf(number)) === 1)) return null;
  const [best] = similar.sort((a, b) => index.postingsOf(b).length - index.postingsOf(a).length);
  return best === undefined ? null : vocabulary.wordOf(best);
}
