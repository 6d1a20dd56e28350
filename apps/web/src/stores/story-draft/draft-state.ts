import type { Draft } from '@safarnama/contracts';
import type { LiveMessage } from '../../lib/failures.ts';

/**
 * - `clean`: nothing was changed since the form was opened.
 * - `dirty`: a change has not been sent yet.
 * - `saving`: a change is being sent.
 * - `saved`: the server has everything.
 * - `savedOnDevice`: the server cannot be reached, the device has everything.
 * - `retrying`: the server cannot be reached, and the device could not store everything either.
 * - `refused`: the server has rejected the draft as it is; it is sent again after the next change.
 * - `conflict`: the draft was changed or removed elsewhere; nothing is sent until the author has chosen.
 * - `closed`: the draft was published or discarded, or is being published; nothing is sent.
 */
type DraftStatus =
  | 'clean'
  | 'dirty'
  | 'saving'
  | 'saved'
  | 'savedOnDevice'
  | 'retrying'
  | 'refused'
  | 'conflict'
  | 'closed';

export interface DraftState {
  status: DraftStatus;
  /** The last attempt to write to the device failed. */
  hasDeviceFailed: boolean;
  /** Returns why the server has rejected the draft, in the current language; empty if the server gave no reason. */
  reason: LiveMessage | null;
  /** In a conflict: the draft on the server; null when it was removed there. */
  stored: Draft | null;
}

export type DraftEvent =
  | { kind: 'changed' }
  | { kind: 'sending' }
  | { kind: 'sent'; isCurrent: boolean }
  | { kind: 'unreachable' }
  /** `reason` is null if the draft has changed since it was sent: it may no longer be rejected. */
  | { kind: 'refused'; reason: LiveMessage | null }
  | { kind: 'conflicted'; stored: Draft | null }
  | { kind: 'resolved'; isSaved: boolean }
  | { kind: 'deviceWritten'; isComplete: boolean }
  | { kind: 'closed' }
  | { kind: 'reopened'; isSaved: boolean };

export const INITIAL_STATE: DraftState = {
  status: 'clean',
  hasDeviceFailed: false,
  reason: null,
  stored: null,
};

/** Returns the next state of a draft. */
export function nextState(state: DraftState, event: DraftEvent): DraftState {
  const { status } = state;
  if (status === 'closed') {
    return event.kind === 'reopened' ? { ...state, status: event.isSaved ? 'saved' : 'dirty' } : state;
  }
  switch (event.kind) {
    case 'closed':
      return { ...state, status: 'closed' };
    case 'deviceWritten': {
      const hasDeviceFailed = !event.isComplete;
      // Returns the same object, so that a form is not rendered for each write.
      if (hasDeviceFailed === state.hasDeviceFailed) return state;
      const next = { ...state, hasDeviceFailed };
      return isUnreachable(status) ? { ...next, status: unreachableStatus(next) } : next;
    }
    case 'conflicted':
      return { ...state, status: 'conflict', stored: event.stored };
    case 'resolved':
      return { ...state, status: event.isSaved ? 'saved' : 'dirty', stored: null };
    case 'reopened':
      return state;
  }
  // Only the author's choice ends a conflict.
  if (status === 'conflict') return state;
  switch (event.kind) {
    case 'changed':
      // Typing does not make the server reachable again; only a successful request does.
      return isUnreachable(status) ? state : { ...state, status: 'dirty', reason: null };
    case 'sending':
      return isUnreachable(status) ? state : { ...state, status: 'saving' };
    case 'sent':
      return { ...state, status: event.isCurrent ? 'saved' : 'dirty', reason: null };
    case 'unreachable':
      return { ...state, status: unreachableStatus(state) };
    case 'refused':
      return { ...state, status: event.reason === null ? 'dirty' : 'refused', reason: event.reason };
  }
}

export function isUnreachable(status: DraftStatus): boolean {
  return status === 'savedOnDevice' || status === 'retrying';
}

function unreachableStatus({ hasDeviceFailed }: DraftState): DraftStatus {
  return hasDeviceFailed ? 'retrying' : 'savedOnDevice';
}
