import { createSequenceMatcher } from './sequence-matcher.js';
import { pushVarint } from './story-words.js';

/** Fields in which a phrase occurs. */
export interface PhraseHit {
  inTitle: boolean;
  inPlace: boolean;
  inText: boolean;
}

/** Set in every byte of a varint except the last. */
const CONTINUATION_BIT = 0x80;

interface SearchedWords {
  /** Distinct words of the story. */
  words: Uint32Array;
  /** Positions in `words`, as varints. */
  sequence: Uint8Array;
  /** Where title and place end in `sequence`, in bytes. */
  titleEnd: number;
  placeEnd: number;
}

/** Encodes a phrase like the sequence of a story; null if the story does not contain all of its words. */
function encodePhrase(words: Uint32Array, phrase: readonly number[]): number[] | null {
  const bytes: number[] = [];
  for (const word of phrase) {
    const position = words.indexOf(word);
    if (position === -1) return null;
    pushVarint(bytes, position);
  }
  return bytes;
}

/** Whether a word begins at a position of a sequence. */
const isStart = (sequence: Uint8Array, at: number) => at === 0 || (sequence[at - 1] ?? 0) < CONTINUATION_BIT;

/**
 * Finds words that follow each other within a field of a story. Compares bytes, since decoding the words of all stories
 * takes many times as long; one by one, since `indexOf` costs more than the bytes between two common words.
 *
 * @returns the fields in which they do; null if there are none.
 */
export function findPhrase(
  { words, sequence, titleEnd, placeEnd }: SearchedWords,
  phrase: readonly number[],
): PhraseHit | null {
  const wanted = encodePhrase(words, phrase);
  if (!wanted) return null;
  const match = createSequenceMatcher(wanted);
  const first = wanted[0];
  let matched = 0;
  let [inTitle, inPlace, inText] = [false, false, false];
  for (let end = 1; end <= sequence.length && !inText; end += 1) {
    const byte = sequence[end - 1];
    if (matched === 0 && byte !== first) continue;
    matched = match(matched, byte);
    const at = end - wanted.length;
    if (matched < wanted.length || !isStart(sequence, at)) continue;
    if (end <= titleEnd) inTitle = true;
    else if (at >= titleEnd && end <= placeEnd) inPlace = true;
    else if (at >= placeEnd) inText = true;
  }
  return inTitle || inPlace || inText ? { inTitle, inPlace, inText } : null;
}
