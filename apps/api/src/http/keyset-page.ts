import mongoose from 'mongoose';

/** A place in a list ordered by one field and then by id. */
export interface KeysetPosition {
  value: Date | string;
  /** 24 hex characters. */
  id: string;
}

/**
 * Filter for what stands after a place in the order `{ [field]: direction, _id: direction }`. It names a place, not a
 * number of rows: so nothing is skipped or repeated when rows are added meanwhile.
 *
 * @param direction - 1 for a rising order, -1 for a falling one.
 * @param position - null for the beginning.
 */
export function afterPosition(field: string, direction: 1 | -1, position: KeysetPosition | null) {
  if (position === null) return {};
  const { value, id } = position;
  const [beyond, atOrBeyond] = direction === 1 ? (['$gt', '$gte'] as const) : (['$lt', '$lte'] as const);
  return {
    // The branches below say this as well: here it bounds the range of the index that is read.
    [field]: mongoose.trusted({ [atOrBeyond]: value }),
    $or: [
      { [field]: mongoose.trusted({ [beyond]: value }) },
      { [field]: value, _id: mongoose.trusted({ [beyond]: id }) },
    ],
  };
}

/**
 * Makes a page of rows that were read with one row more than the page shows.
 *
 * @param encode - the cursor of a row; `nextCursor` is that of the last one shown, null on the last page.
 */
export function cutPage<T>(
  rows: readonly T[],
  limit: number,
  encode: (last: T) => string,
): { rows: T[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last !== undefined ? encode(last) : null };
}
