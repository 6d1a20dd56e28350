import type { LiveMessage } from '../../lib/failures.ts';

/**
 * - `preparing`: the picture is checked and shrunk.
 * - `waiting`: the picture waits for its turn.
 * - `uploading`: the picture is being sent.
 * - `retrying`: the server could not be reached or was busy; the upload continues where it stopped.
 * - `rateLimited`: the server accepts no more pictures for some time.
 * - `signedOut`: the session has ended; the upload continues on a retry or when the draft is opened again.
 * - `done`: the picture is uploaded.
 * - `failed`: the picture was rejected, cannot be read or is no longer on this device, or the server has failed several
 *   times.
 */
export type UploadState =
  | { status: 'preparing' }
  | { status: 'waiting' | 'uploading' | 'retrying' | 'signedOut'; sent: number }
  | { status: 'rateLimited'; sent: number; untilMs: number }
  | { status: 'done'; src: string }
  /** `reason` returns why, in the current language. */
  | { status: 'failed'; reason: LiveMessage; canRetry: boolean };

export type UploadEvent =
  | { kind: 'prepared' }
  | { kind: 'started' }
  /** `sent` is the uploaded part, 0 to 1. */
  | { kind: 'progressed'; sent: number }
  | { kind: 'interrupted' }
  | { kind: 'rateLimited'; untilMs: number }
  | { kind: 'signedOut' }
  /** The upload no longer exists on the server: it starts again from the beginning. */
  | { kind: 'expired' }
  | { kind: 'finished'; src: string }
  /** The server no longer has the uploaded picture. */
  | { kind: 'missing' }
  | { kind: 'failed'; reason: LiveMessage; canRetry: boolean }
  /** The author retries the upload, or has signed in again. */
  | { kind: 'retried'; isPrepared: boolean };

/** Returns the next state of an upload. An event that does not fit the state, such as a late one, changes nothing. */
export function nextState(state: UploadState, event: UploadEvent): UploadState {
  const { status } = state;
  if (event.kind === 'retried') {
    const canContinue = status === 'failed' || status === 'signedOut';
    if (!canContinue) return state;
    return event.isPrepared ? { status: 'waiting', sent: sentPart(state) } : { status: 'preparing' };
  }
  if (event.kind === 'missing') return status === 'done' ? { status: 'waiting', sent: 0 } : state;
  if (status === 'done' || status === 'failed') return state;
  switch (event.kind) {
    case 'failed':
      return { status: 'failed', reason: event.reason, canRetry: event.canRetry };
    case 'finished':
      return { status: 'done', src: event.src };
    case 'prepared':
      return status === 'preparing' ? { status: 'waiting', sent: 0 } : state;
  }
  if (status === 'preparing') return state;
  const sent = sentPart(state);
  switch (event.kind) {
    case 'started':
      return { status: 'uploading', sent };
    case 'progressed':
      return status === 'uploading' ? { status, sent: event.sent } : state;
    case 'interrupted':
      return { status: 'retrying', sent };
    case 'rateLimited':
      return { status: 'rateLimited', sent, untilMs: event.untilMs };
    case 'signedOut':
      return { status: 'signedOut', sent };
    case 'expired':
      return { status: 'waiting', sent: 0 };
  }
}

/** Returns the uploaded part, 0 to 1. */
export function sentPart(state: UploadState): number {
  if (state.status === 'done') return 1;
  return 'sent' in state ? state.sent : 0;
}
