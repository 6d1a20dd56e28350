import { LIMITS } from '@safarnama/contracts';

/** Whether the server would reject a query as too long. The server counts code points. */
export function isSearchTooLong(query: string): boolean {
  return [...query.normalize('NFC')].length > LIMITS.searchQuery;
}
