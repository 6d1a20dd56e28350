import { randomId } from '../../../lib/random-id.ts';

/** How long a tab that has gone without a word keeps the lead, where there are no locks. */
const LEASE_MS = 6_000;
const RENEW_MS = 2_000;

export interface LeadershipListeners {
  /** From now on this tab leads, until it is closed, stops, or is put to sleep. */
  onAcquired: () => void;
  /** The browser puts the tab to sleep: another one leads meanwhile, and this one waits again when it wakes. */
  onLost: () => void;
}

/**
 * Waits until this tab leads among all tabs with the same name, which at most one does at a time. One that the browser
 * freezes, or keeps for its Back button, would do nothing and hold the lead all the same: it gives it up first.
 *
 * @returns gives the lead up, or stops waiting for it.
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
  const stopController = new AbortController();
  const { signal } = stopController;
  document.addEventListener('freeze', suspend, { signal });
  document.addEventListener('resume', resume, { signal });
  window.addEventListener('pagehide', suspend, { signal });
  window.addEventListener('pageshow', resume, { signal });
  return () => {
    stopController.abort();
    release?.();
  };
}

function acquireLock(name: string, onAcquired: () => void): () => void {
  const abortController = new AbortController();
  let release: () => void = () => undefined;
  const hold = () => {
    if (abortController.signal.aborted) return undefined;
    onAcquired();
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  };
  // Ends by the abort below, which is no failure.
  navigator.locks.request(name, { signal: abortController.signal }, hold).catch(() => undefined);
  return () => {
    abortController.abort();
    release();
  };
}

/** Without a secure context there are no locks: a note in the storage that its tab writes anew in time. */
function acquireLease(name: string, onAcquired: () => void): () => void {
  const ownId = randomId();
  let isLeader = false;
  const write = () => localStorage.setItem(name, JSON.stringify({ id: ownId, until: Date.now() + LEASE_MS }));
  const renewOrTake = () => {
    try {
      const lease = readLease(name);
      if (lease.id !== ownId && lease.until > Date.now()) return;
      // Taken now, it counts from the next step on: of two tabs that took it at once the later one has it.
      const isOwnLease = lease.id === ownId;
      write();
      if (!isOwnLease || isLeader) return;
    } catch {
      // Without a storage no other tab has one either: each sends what was written in it.
      if (isLeader) return;
    }
    isLeader = true;
    onAcquired();
  };
  renewOrTake();
  const timer = setInterval(renewOrTake, RENEW_MS);
  // The first tab need not wait for the next step: nobody is there to race with.
  const firstRetry = setTimeout(renewOrTake, 100);
  return () => {
    clearInterval(timer);
    clearTimeout(firstRetry);
    try {
      if (readLease(name).id === ownId) localStorage.removeItem(name);
    } catch {
      // Nothing was kept.
    }
  };
}

function readLease(name: string): { id: string; until: number } {
  const stored: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
  const isLease = typeof stored === 'object' && stored !== null && 'id' in stored && 'until' in stored;
  return isLease ? { id: String(stored.id), until: Number(stored.until) } : { id: '', until: 0 };
}
