import { createHash } from 'node:crypto';
import type { SearchQuery } from '@safarnama/contracts';
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

/** Identifies a query in its cursors; the same for all of its pages, whatever their lengths. */
function hashQuery({ q, sort = 'best', author, year, place }: SearchQuery): string {
  const parts = JSON.stringify([q, sort, author ?? null, year ?? null, place ?? null]);
  return createHash('sha256').update(parts).digest('base64url').slice(0, 22);
}

/** @param query - the one whose next page the cursor selects. */
export function encodeResultCursor(
  query: SearchQuery,
  { after, isRelaxed, rarities, corrections }: ResultCursor,
): string {
  const { score, createdAt, id } = after;
  const understood = [isRelaxed ? 1 : 0, ...rarities, ...corrections];
  return encodeCursor([hashQuery(query), score, createdAt, id, ...understood]);
}

const isScore = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value < Number.MAX_SAFE_INTEGER;

const isCorrection = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_WORD_LENGTH;

/**
 * Decodes the cursor of a query, or returns null for its first page.
 *
 * @param terms - number of terms of the query.
 * @throws AppError 400 for the cursor of another query and for an invalid one.
 */
export function decodeResultCursor(query: SearchQuery, terms: number): ResultCursor | null {
  if (query.cursor === undefined) return null;
  const [hash, score, time, id, isRelaxed, ...rest] = decodeCursor(query.cursor);
  const [rarities, corrections] = [rest.slice(0, terms), rest.slice(terms)];
  const isComplete = rest.length === 2 * terms && (isRelaxed === 0 || isRelaxed === 1);
  const isOfQuery = hash === hashQuery(query) && isComplete;
  if (!isOfQuery || !isScore(score) || !rarities.every(isScore) || !corrections.every(isCorrection)) {
    throw invalidCursor();
  }
  const after = { score, createdAt: requireTime(time).getTime(), id: requireId(id) };
  return { after, isRelaxed: isRelaxed === 1, rarities, corrections };
}
