import { badRequest } from './app-error.js';

const ID = /^[0-9a-f]{24}$/;

/** A place in a list ordered by a date and then by id, newest or oldest first. */
export interface DatePlace {
  at: Date;
  id: string;
}

function invalidCursor() {
  return badRequest('invalid_cursor', 'The cursor is not valid', 'cursor');
}

/** Packs the parts of a place into one opaque word. */
export function encodeCursor(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * Unpacks what `encodeCursor` made.
 *
 * @throws AppError 400 for anything else.
 */
export function decodeCursor(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parts)) return parts;
  } catch {
    // Falls through to the one answer for broken cursors.
  }
  throw invalidCursor();
}

export function encodeDatePlace({ at, id }: DatePlace): string {
  return encodeCursor([at.getTime(), id]);
}

/** @throws AppError 400 for a broken cursor. */
export function decodeDatePlace(cursor: string): DatePlace {
  const [time, id] = decodeCursor(cursor);
  const at = new Date(typeof time === 'number' ? time : Number.NaN);
  if (Number.isNaN(at.getTime()) || typeof id !== 'string' || !ID.test(id)) throw invalidCursor();
  return { at, id };
}

/** @throws AppError 400 unless the cursor holds one id and nothing else. */
export function requireId(value: unknown): string {
  if (typeof value !== 'string' || !ID.test(value)) throw invalidCursor();
  return value;
}
