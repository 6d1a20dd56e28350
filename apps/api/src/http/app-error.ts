import { type FieldError, PICTURE_REFUSALS } from '@safarnama/contracts';

/** Additional parts of an error response. */
interface ErrorDetails {
  fields?: readonly FieldError[];
  headers?: Readonly<Record<string, string>>;
  /** Additional properties of the JSON body, such as the stored draft of a 409. */
  body?: Readonly<Record<string, unknown>>;
}

/** An expected failure, sent to the client as it is. `message` is shown to users, `code` is a stable identifier. */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetails;

  constructor(status: number, code: string, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Creates a 400 error; `field` names the invalid field. */
export function badRequest(code: string, message: string, field?: string): AppError {
  return new AppError(400, code, message, field === undefined ? {} : { fields: [{ field, code, message }] });
}

/**
 * Creates a 401 error, always with the message of the specification.
 *
 * @param wasSessionRevoked - the session was ended from another device or by a new password; changes the code.
 */
export function notAuthenticated(wasSessionRevoked = false): AppError {
  return new AppError(401, wasSessionRevoked ? 'session_ended' : 'not_authenticated', 'Not Authenticated.');
}

export function forbidden(code: string, message: string): AppError {
  return new AppError(403, code, message);
}

/** @param message - for example `Post not found`, which gets the code `post_not_found`. */
export function notFound(message: `${string} not found`, details: ErrorDetails = {}): AppError {
  return new AppError(404, message.toLowerCase().replaceAll(' ', '_'), message, details);
}

export function conflict(code: string, message: string, details: ErrorDetails = {}): AppError {
  return new AppError(409, code, message, details);
}

export function tooLarge(): AppError {
  return new AppError(413, 'too_large', 'This is too large to send');
}

/** Creates the 413 error for a picture of too many bytes. */
export function pictureTooLarge(): AppError {
  return new AppError(413, 'picture_too_large', PICTURE_REFUSALS.tooLarge);
}

/** Creates a 408 error for a body that no longer arrives; its connection is closed. */
export function uploadStalled(): AppError {
  return new AppError(
    408,
    'upload_stalled',
    'The upload was interrupted. Please check your connection and try again.',
    { headers: { Connection: 'close' } },
  );
}

/** Creates a 429 error; `retryAfterS` is in seconds. */
export function tooManyRequests(code: string, message: string, retryAfterS: number): AppError {
  return new AppError(429, code, message, { headers: { 'Retry-After': String(retryAfterS) } });
}

/** How long a client waits before it repeats a request that got 503, unless the error has a time of its own. */
export const RETRY_AFTER_S = 2;

/** Creates a 503 error; the client may retry after `retryAfterS` seconds. */
export function unavailable(code: string, message: string, retryAfterS = RETRY_AFTER_S): AppError {
  return new AppError(503, code, message, { headers: { 'Retry-After': String(retryAfterS) } });
}
