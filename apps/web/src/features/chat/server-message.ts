import { DEFAULT_MESSAGES } from '@safarnama/contracts';

/** The store's own words for a failure without a message of the server; the screen says it in others. */
const DEFAULT_ERRORS: ReadonlySet<string> = new Set([
  '',
  DEFAULT_MESSAGES.other,
  DEFAULT_MESSAGES.messageSend,
]);

/** The server's sentence when it gave one, else the screen's own. */
export function serverMessageOr(error: string | null, fallback: string): string {
  return error === null || DEFAULT_ERRORS.has(error) ? fallback : error;
}
