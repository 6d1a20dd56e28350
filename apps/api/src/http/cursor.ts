import type { Types } from 'mongoose';
import { badRequest } from './app-error.js';

const ID = /^[0-9a-f]{24}$/;
/** Latest date that every database engine supports (Python's `datetime.max`). */
export const MAX_TIME_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A position in a list ordered by date, then by id, in either direction. */
export interface DatePosition {
  value: Date;
  /** 24 hex characters. */
  id: string;
}

/** Creates the 400 error for an invalid cursor. */
export function invalidCursor() {
  return badRequest('invalid_cursor', 'The cursor is not valid', 'cursor');
}

/** Encodes the parts of a position as an opaque cursor. */
export function encodeCursor(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * Decodes a cursor that `encodeCursor` created. The caller checks the parts.
 *
 * @throws AppError 400 for text that is not an encoded array.
 */
export function decodeCursor(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parts)) return parts;
  } catch {
    // Falls through to the error for invalid cursors.
  }
  throw invalidCursor();
}

/** Returns the cursor of a row. */
export function encodeDatePosition(date: Date, { _id }: { _id: Types.ObjectId }): string {
  return encodeCursor([date.getTime(), _id.toHexString()]);
}

/**
 * Decodes the cursor of a row; null at the start of the list, where there is no cursor.
 *
 * @throws AppError 400 for an invalid cursor.
 */
export function decodeDatePosition(cursor: string | undefined): DatePosition | null {
  if (cursor === undefined) return null;
  const [time, id] = decodeCursor(cursor);
  return { value: requireTime(time), id: requireId(id) };
}

/** Reads a part of a cursor as a time in ms. @throws AppError 400 for anything but a time from 1970 to 9999. */
export function requireTime(value: unknown): Date {
  if (typeof value !== 'number' || value < 0 || value > MAX_TIME_MS) throw invalidCursor();
  return new Date(value);
}

/** Reads a part of a cursor as an id. @throws AppError 400 for anything else. */
export function requireId(value: unknown): string {
  if (typeof value !== 'string' || !ID.test(value)) throw invalidCursor();
  return value;
}
