import { randomId } from '../../../lib/random-id.ts';

/** How long a lease lasts without renewal; used where there is no Web Locks API. */
const LEASE_MS = 6_000;
const RENEW_MS = 2_000;

interface LeadershipListeners {
  /** This tab leads until it is closed, releases the leadership, is suspended or another tab takes over. */
  onAcquired: () => void;
  /** The browser suspends this tab, or another tab has taken over: this tab waits for its turn again. */
  onLost: () => void;
}

export interface Leadership {
  /** Takes the leadership from a tab that does not respond. A lease needs no takeover, because it expires. */
  takeOver: () => void;
  /** Releases the leadership, or stops waiting for it. */
  release: () => void;
}

/**
 * Waits until this tab leads among all tabs with the same name; at most one running tab leads at a time. A tab that the
 * browser freezes or puts into its back/forward cache cannot send messages, so it releases the leadership first. A tab
 * that is suspended without an event finds out when it runs again whether another tab has taken over.
 */
export function acquireLeadership(name: string, listeners: LeadershipListeners): Leadership {
  const acquire = typeof navigator.locks === 'undefined' ? acquireLease : acquireLock;
  let current: Leadership | null = acquire(name, listeners);
  const suspend = () => {
    if (current === null) return;
    current.release();
    current = null;
    listeners.onLost();
  };
  const resume = () => {
    current ??= acquire(name, listeners);
  };
  const controller = new AbortController();
  const { signal } = controller;
  document.addEventListener('freeze', suspend, { signal });
  document.addEventListener('resume', resume, { signal });
  window.addEventListener('pagehide', suspend, { signal });
  window.addEventListener('pageshow', resume, { signal });
  return {
    takeOver: () => current?.takeOver(),
    release() {
      controller.abort();
      current?.release();
    },
  };
}

function acquireLock(name: string, { onAcquired, onLost }: LeadershipListeners): Leadership {
  let release: () => void = () => undefined;
  const request = (steal: boolean) => {
    const controller = new AbortController();
    const { signal } = controller;
    let isHeld = false;
    const hold = () => {
      if (signal.aborted) return undefined;
      isHeld = true;
      onAcquired();
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    };
    // Browsers reject a request to steal that has a signal.
    navigator.locks.request(name, steal ? { steal } : { signal }, hold).catch(() => {
      // A lock that this tab has not released was stolen.
      if (!isHeld || signal.aborted) return;
      onLost();
      request(false);
    });
    release = () => controller.abort();
  };
  request(false);
  return {
    takeOver() {
      release();
      request(true);
    },
    release: () => release(),
  };
}

/** Web Locks need a secure context; without them the leader renews a lease in `localStorage`. */
function acquireLease(name: string, { onAcquired, onLost }: LeadershipListeners): Leadership {
  const ownId = randomId();
  let isLeader = false;
  const write = () => localStorage.setItem(name, JSON.stringify({ id: ownId, until: Date.now() + LEASE_MS }));
  const renewOrTake = () => {
    try {
      const lease = readLease(name);
      if (lease.id !== ownId && lease.until > Date.now()) {
        if (isLeader) onLost();
        isLeader = false;
        return;
      }
      // A lease is valid from its first renewal: of two tabs that take it at the same time, the later one holds it.
      const isOwnLease = lease.id === ownId;
      write();
      if (!isOwnLease || isLeader) return;
    } catch {
      // Without storage, tabs do not see each other's messages: each tab sends its own.
      if (isLeader) return;
    }
    isLeader = true;
    onAcquired();
  };
  renewOrTake();
  const timer = setInterval(renewOrTake, RENEW_MS);
  // A single tab need not wait for the first renewal.
  const firstRenewal = setTimeout(renewOrTake, 100);
  return {
    takeOver: () => undefined,
    release() {
      clearInterval(timer);
      clearTimeout(firstRenewal);
      try {
        if (readLease(name).id === ownId) localStorage.removeItem(name);
      } catch {
        // There was no storage to write to.
      }
    },
  };
}

function readLease(name: string): { id: string; until: number } {
  const stored: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
  const isLease = typeof stored === 'object' && stored !== null && 'id' in stored && 'until' in stored;
  return isLease ? { id: String(stored.id), until: Number(stored.until) } : { id: '', until: 0 };
}
