import { acquireLeadership } from './tab-leadership.ts';

/** While messages are pending, a tab that does not lead checks the leader at this interval. */
const LEADER_CHECK_MS = 2_500;
/** After this many checks without a response, the leader counts as suspended. */
const MAX_PENDING_CHECKS = 2;

/** A message with which tabs check their leader. */
export interface LeaderMessage {
  kind: 'checkLeader' | 'leading';
}

interface LeaderOptions {
  /** One of the tabs with the same name leads. */
  name: string;
  /** Whether there are messages for the leader to send. */
  hasPending: () => boolean;
  /** Sends a message to the other tabs, which pass it to `handle`. */
  post: (message: LeaderMessage) => void;
  /** This tab leads now. May be called before `startLeader` returns. */
  onAcquired: () => void;
  /** This tab no longer leads. */
  onLost: () => void;
}

interface Leader {
  /** Whether this tab leads. */
  isLeading: () => boolean;
  handle: (kind: LeaderMessage['kind']) => void;
  /** Releases the leadership, or stops waiting for it. */
  stop: () => void;
}

/**
 * Makes this tab the leader when it is its turn. Takes over from a leader that was suspended without an event, as iOS
 * does with background tabs.
 */
export function startLeader({ name, hasPending, post, onAcquired, onLost }: LeaderOptions): Leader {
  let isLeading = false;
  /** Checks of the leader since its last response. */
  let pendingChecks = 0;

  const leadership = acquireLeadership(name, {
    onAcquired() {
      isLeading = true;
      post({ kind: 'leading' });
      onAcquired();
    },
    onLost() {
      isLeading = false;
      onLost();
    },
  });

  function checkLeader(): void {
    if (isLeading || !hasPending()) pendingChecks = 0;
    else if (pendingChecks < MAX_PENDING_CHECKS) {
      pendingChecks += 1;
      post({ kind: 'checkLeader' });
    } else {
      pendingChecks = 0;
      leadership.takeOver();
    }
  }
  const timer = setInterval(checkLeader, LEADER_CHECK_MS);

  return {
    isLeading: () => isLeading,
    handle(kind) {
      if (kind === 'leading') pendingChecks = 0;
      else if (isLeading) post({ kind: 'leading' });
    },
    stop() {
      clearInterval(timer);
      leadership.release();
    },
  };
}
