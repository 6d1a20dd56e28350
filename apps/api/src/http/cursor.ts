import type { Types } from 'mongoose';
import { badRequest } from './app-error.js';

const ID = /^[0-9a-f]{24}$/;
/** Our rows are of after 1970; a database written in Python knows no date after this one. */
const MAX_TIME_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A place in a list ordered by a date and then by id, newest or oldest first. */
export interface DatePosition {
  value: Date;
  /** 24 hex characters. */
  id: string;
}

/** 400, one sentence for everything that is wrong with a cursor. */
export function invalidCursor() {
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

/** The cursor of the row with this date and id. */
export function encodeDatePosition(date: Date, { _id }: { _id: Types.ObjectId }): string {
  return encodeCursor([date.getTime(), _id.toHexString()]);
}

/**
 * @param cursor - none for the beginning of the list, which is null.
 * @throws AppError 400 for a broken cursor.
 */
export function decodeDatePosition(cursor: string | undefined): DatePosition | null {
  if (cursor === undefined) return null;
  const [time, id] = decodeCursor(cursor);
  return { value: requireTime(time), id: requireId(id) };
}

/** @throws AppError 400 unless this part of a cursor is a time that a row can have. */
export function requireTime(value: unknown): Date {
  if (typeof value !== 'number' || value < 0 || value > MAX_TIME_MS) throw invalidCursor();
  return new Date(value);
}

/** @throws AppError 400 unless this part of a cursor is an id. */
export function requireId(value: unknown): string {
  if (typeof value !== 'string' || !ID.test(value)) throw invalidCursor();
  return value;
}
