import { ApiError } from '../../lib/api-client.ts';
import { DEFAULT_MESSAGES } from '../../lib/default-messages.ts';

/** Why the last action failed. */
export interface Failure {
  /** The server's message in English, whatever the language; without one, the default of the error catalogue. */
  error: string | null;
  /** The code of the server's message, to translate it when it is shown; null if the server sent none. */
  errorCode: string | null;
}

export const NO_FAILURE: Failure = { error: null, errorCode: null };

/** @param fallback - from the error catalogue. */
export function toFailure(error: unknown, fallback = DEFAULT_MESSAGES.other): Failure & { error: string } {
  if (!(error instanceof ApiError) || error.message === '') return { error: fallback, errorCode: null };
  return { error: error.message, errorCode: error.messageCode };
}
