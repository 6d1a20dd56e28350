import type { SignedIn } from './sign-in.js';

/** One page of a list. */
export interface Page<T> {
  rows: T[];
  nextCursor: string | null;
}

/**
 * Reads one page of a list.
 *
 * @param field - the field of the response body that contains the rows.
 */
export async function readPage<T>(
  { agent }: Pick<SignedIn, 'agent'>,
  path: string,
  field: string,
  query: Record<string, string | number> = {},
): Promise<Page<T>> {
  const response = await agent.get(path).query(query);
  if (response.status !== 200) throw new Error(`${path} responded ${response.status}: ${response.text}`);
  return { rows: response.body[field], nextCursor: response.body.nextCursor };
}

/**
 * Reads all pages of a list.
 *
 * @param betweenPages - runs after each page except the last.
 */
export async function readAllPages<T>(
  reader: Pick<SignedIn, 'agent'>,
  path: string,
  field: string,
  query: Record<string, string | number> = {},
  betweenPages: () => Promise<unknown> = async () => {},
): Promise<{ rows: T[]; pageLengths: number[] }> {
  const rows: T[] = [];
  const pageLengths: number[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<T> = await readPage(reader, path, field, { ...query, ...(cursor ? { cursor } : {}) });
    rows.push(...page.rows);
    pageLengths.push(page.rows.length);
    cursor = page.nextCursor;
    if (cursor !== null) await betweenPages();
    if (pageLengths.length > 500) throw new Error('The list does not end');
  } while (cursor !== null);
  return { rows, pageLengths };
}
