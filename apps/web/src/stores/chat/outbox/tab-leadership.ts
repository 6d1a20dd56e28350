import { randomId } from '../../../lib/random-id.ts';

/** How long a lease lasts without renewal; used where there is no Web Locks API. */
const LEASE_MS = 6_000;
const RENEW_MS = 2_000;

export interface LeadershipListeners {
  /** This tab leads until it is closed, releases the leadership or is suspended. */
  onAcquired: () => void;
  /** The browser suspends this tab: another tab leads, and this one waits for its turn when it resumes. */
  onLost: () => void;
}

/**
 * Waits until this tab leads among all tabs with the same name; at most one tab leads at a time. A tab that the browser
 * freezes or puts into its back/forward cache cannot send messages, so it releases the leadership first.
 *
 * @returns a function that releases the leadership, or stops waiting for it.
 */
export function acquireLeadership(name: string, { onAcquired, onLost }: LeadershipListeners): () => void {
  const acquire = typeof navigator.locks === 'undefined' ? acquireLease : acquireLock;
  let release: (() => void) | null = acquire(name, onAcquired);
  const suspend = () => {
    if (release === null) return;
    release();
    release = null;
    onLost();
  };
  const resume = () => {
    release ??= acquire(name, onAcquired);
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  document.addEventListener('freeze', suspend, { signal });
  document.addEventListener('resume', resume, { signal });
  window.addEventListener('pagehide', suspend, { signal });
  window.addEventListener('pageshow', resume, { signal });
  return () => {
    listeners.abort();
    release?.();
  };
}

function acquireLock(name: string, onAcquired: () => void): () => void {
  const request = new AbortController();
  let release: () => void = () => undefined;
  const hold = () => {
    if (request.signal.aborted) return undefined;
    onAcquired();
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  };
  // The request is rejected only when it is aborted below.
  navigator.locks.request(name, { signal: request.signal }, hold).catch(() => undefined);
  return () => {
    request.abort();
    release();
  };
}

/** Web Locks need a secure context; without them the leader renews a lease in `localStorage`. */
function acquireLease(name: string, onAcquired: () => void): () => void {
  const ownId = randomId();
  let isLeader = false;
  const write = () => localStorage.setItem(name, JSON.stringify({ id: ownId, until: Date.now() + LEASE_MS }));
  const renewOrTake = () => {
    try {
      const lease = readLease(name);
      if (lease.id !== ownId && lease.until > Date.now()) return;
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
  return () => {
    clearInterval(timer);
    clearTimeout(firstRenewal);
    try {
      if (readLease(name).id === ownId) localStorage.removeItem(name);
    } catch {
      // There was no storage to write to.
    }
  };
}

function readLease(name: string): { id: string; until: number } {
  const stored: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
  const isLease = typeof stored === 'object' && stored !== null && 'id' in stored && 'until' in stored;
  return isLease ? { id: String(stored.id), until: Number(stored.until) } : { id: '', until: 0 };
}
