import { ApiError } from '../../lib/api-client.ts';
import { isPermanentFailure, type LiveMessage } from '../../lib/failures.ts';
import { IMAGE_STRINGS } from '../../lib/read-image.ts';

/** The wait after a 429 without a Retry-After header. */
const RATE_LIMITED_MS = 60_000;

type UploadFailure =
  | { kind: 'signedOut' }
  | { kind: 'rateLimited'; delayMs: number }
  /** The upload to continue no longer exists on the server. */
  | { kind: 'expired' }
  | { kind: 'rejected'; reason: LiveMessage; canRetry: boolean }
  /** `retryAfterMs` is 0 when the server does not specify it. */
  | { kind: 'interrupted'; isServerFault: boolean; retryAfterMs: number };

/** @param hasUploadUrl - whether the server had already begun the upload. */
export function classifyFailure(error: unknown, hasUploadUrl: boolean): UploadFailure {
  const { status, retryAfterMs } = error instanceof ApiError ? error : { status: 0, retryAfterMs: null };
  if (status === 401) return { kind: 'signedOut' };
  if (status === 429) return { kind: 'rateLimited', delayMs: retryAfterMs ?? RATE_LIMITED_MS };
  if ((status === 404 || status === 410) && hasUploadUrl) return { kind: 'expired' };
  if (isPermanentFailure(error) && status < 500 && status !== 409 && status !== 423) {
    const reason = () => error.serverMessage || IMAGE_STRINGS.uploadFailed;
    return { kind: 'rejected', reason, canRetry: status !== 400 && status !== 413 };
  }
  return { kind: 'interrupted', isServerFault: status >= 500, retryAfterMs: retryAfterMs ?? 0 };
}
