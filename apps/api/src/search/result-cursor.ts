import { MAX_WORD_LENGTH } from '@safarnama/phonetic';
import { decodeCursor, encodeCursor, invalidCursor, requireId, requireTime } from '../http/cursor.js';
import type { ResultPosition } from './ranking.js';

/**
 * How the first page has understood the query, and the position after its last story. Later pages repeat it: the score
 * of a story stays the same while others come and go.
 */
export interface ResultCursor {
  after: ResultPosition;
  isRelaxed: boolean;
  /** For each term. */
  rarities: number[];
  /** For each term the word that replaces it, or empty. */
  corrections: string[];
}

export function encodeResultCursor({ after, isRelaxed, rarities, corrections }: ResultCursor): string {
  const { score, createdAt, id } = after;
  return encodeCursor([score, createdAt, id, isRelaxed ? 1 : 0, ...rarities, ...corrections]);
}

const isScore = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value < Number.MAX_SAFE_INTEGER;

const isCorrection = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_WORD_LENGTH;

/** @param terms - number of terms of the query. @throws AppError 400 for another number of terms or an invalid cursor. */
export function decodeResultCursor(cursor: string, terms: number): ResultCursor {
  const [score, time, id, isRelaxed, ...rest] = decodeCursor(cursor);
  const [rarities, corrections] = [rest.slice(0, terms), rest.slice(terms)];
  const isComplete = rest.length === 2 * terms && (isRelaxed === 0 || isRelaxed === 1);
  if (!isComplete || !isScore(score) || !rarities.every(isScore) || !corrections.every(isCorrection)) {
    throw invalidCursor();
  }
  const after = { score, createdAt: requireTime(time).getTime(), id: requireId(id) };
  return { after, isRelaxed: isRelaxed === 1, rarities, corrections };
}
