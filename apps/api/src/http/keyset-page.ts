import mongoose from 'mongoose';

/** A position in a list ordered by one field, then by id. */
interface KeysetPosition {
  value: Date | string;
  /** 24 hex characters. */
  id: string;
}

/**
 * Builds the filter for rows after a position in the order `{ [field]: direction, _id: direction }`. Unlike an offset,
 * a position neither skips nor repeats rows when others are added between two pages.
 *
 * @param direction - 1 for ascending, -1 for descending.
 * @param position - null for the start of the list.
 */
export function afterPosition(field: string, direction: 1 | -1, position: KeysetPosition | null) {
  if (position === null) return {};
  const { value, id } = position;
  const [beyond, atOrBeyond] = direction === 1 ? (['$gt', '$gte'] as const) : (['$lt', '$lte'] as const);
  return {
    // Implied by the branches below, but bounds the index range that the database scans.
    [field]: mongoose.trusted({ [atOrBeyond]: value }),
    $or: [
      { [field]: mongoose.trusted({ [beyond]: value }) },
      { [field]: value, _id: mongoose.trusted({ [beyond]: id }) },
    ],
  };
}

/** Maximum size of the texts on a page of whole texts, unless its first row alone is larger. */
const MAX_PAGE_BYTES = 4_000_000;

/** Returns a function that says of each row in turn whether it is beyond the end of a page. */
function createPageEnd<T>(limit: number, bytesOf: (row: T) => number): (row: T) => boolean {
  let count = 0;
  let bytes = 0;
  return (row) => {
    count += 1;
    bytes += bytesOf(row);
    return count > limit || (count > 1 && bytes > MAX_PAGE_BYTES);
  };
}

/**
 * Cuts a page from rows. The caller reads one row more than `limit`, which shows whether there is a next page.
 *
 * @param bytesOf - returns the size of a row, for rows of whole texts.
 * @param encode - returns the cursor of a row; `nextCursor` is that of the last row, or null on the last page.
 */
export function cutPage<T>(
  rows: readonly T[],
  limit: number,
  encode: (last: T) => string,
  bytesOf: (row: T) => number = () => 0,
): { rows: T[]; nextCursor: string | null } {
  const excess = rows.findIndex(createPageEnd(limit, bytesOf));
  const page = rows.slice(0, excess === -1 ? limit : excess);
  const last = page.at(-1);
  return { rows: page, nextCursor: excess !== -1 && last !== undefined ? encode(last) : null };
}

/** Rows of one response of the database. */
const BATCH_SIZE = 50;

/** A mongoose query. */
interface RowsQuery {
  cursor(options: { batchSize: number }): AsyncIterable<unknown> & { close(): Promise<unknown> };
}

/**
 * Reads a page of rows with whole texts, and stops reading once its size is reached.
 *
 * @param query - a lean one for one row more than `limit`.
 * @param encode, bytesOf - as for `cutPage`.
 */
export async function readPage<T>(
  query: RowsQuery,
  limit: number,
  encode: (last: T) => string,
  bytesOf: (row: T) => number,
): Promise<{ rows: T[]; nextCursor: string | null }> {
  const found: T[] = [];
  const isBeyondPage = createPageEnd(limit, bytesOf);
  const rows = query.cursor({ batchSize: BATCH_SIZE });
  try {
    for await (const each of rows) {
      const row = each as T; // a cursor does not keep the type that `lean` was given
      found.push(row);
      if (isBeyondPage(row)) break;
    }
  } finally {
    // Leaving the loop does not close a mongoose cursor; it would stay open on the server.
    await rows.close();
  }
  return cutPage(found, limit, encode, bytesOf);
}
