import { DEFAULT_MESSAGES } from '@safarnama/contracts';

/** Defaults that the store uses when the server sent no message; the screen has more specific texts. */
const DEFAULT_ERRORS: ReadonlySet<string> = new Set([
  '',
  DEFAULT_MESSAGES.other,
  DEFAULT_MESSAGES.messageSend,
]);

/** The server's message if there is one, otherwise the fallback. */
export function serverMessageOr(error: string | null, fallback: string): string {
  return error === null || DEFAULT_ERRORS.has(error) ? fallback : error;
}
