import { translateError } from '../../lib/api-client.ts';
import type { Failure } from '../../stores/chat/failure.ts';

/** The server's message in the current language if there is one, otherwise the fallback. */
export function failureText({ error, errorCode }: Failure, fallback: string): string {
  return error === null || errorCode === null ? fallback : translateError(errorCode, error);
}
