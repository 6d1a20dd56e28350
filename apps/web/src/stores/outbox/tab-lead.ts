import { randomId } from '../../lib/random-id.ts';

/** How long a tab that has gone without a word keeps the lead, where there are no locks. */
const LEASE_MS = 6_000;
const RENEW_MS = 2_000;

export interface LeadListeners {
  /** From now on this tab leads, until it is closed, stops, or is put to sleep. */
  onLead: () => void;
  /** The browser puts the tab to sleep: another one leads meanwhile, and this one waits again when it wakes. */
  onLose: () => void;
}

/**
 * Waits until this tab leads among all tabs with the same name, which at most one does at a time. One that the browser
 * freezes, or keeps for its Back button, would do nothing and hold the lead all the same: it gives it up first.
 *
 * @returns gives the lead up, or stops waiting for it.
 */
export function takeLead(name: string, { onLead, onLose }: LeadListeners): () => void {
  const take = typeof navigator.locks === 'undefined' ? takeLease : takeLock;
  let giveUp: (() => void) | null = take(name, onLead);
  const sleep = () => {
    if (giveUp === null) return;
    giveUp();
    giveUp = null;
    onLose();
  };
  const wake = () => {
    giveUp ??= take(name, onLead);
  };
  const hasStopped = new AbortController();
  const { signal } = hasStopped;
  document.addEventListener('freeze', sleep, { signal });
  document.addEventListener('resume', wake, { signal });
  window.addEventListener('pagehide', sleep, { signal });
  window.addEventListener('pageshow', wake, { signal });
  return () => {
    hasStopped.abort();
    giveUp?.();
  };
}

function takeLock(name: string, onLead: () => void): () => void {
  const waiting = new AbortController();
  let release: () => void = () => undefined;
  const lead = () => {
    if (waiting.signal.aborted) return undefined;
    onLead();
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  };
  // Ends by the abort below, which is no failure.
  navigator.locks.request(name, { signal: waiting.signal }, lead).catch(() => undefined);
  return () => {
    waiting.abort();
    release();
  };
}

/** Without a secure context there are no locks: a note in the storage that its tab writes anew in time. */
function takeLease(name: string, onLead: () => void): () => void {
  const ownId = randomId();
  let isLeading = false;
  const write = () => localStorage.setItem(name, JSON.stringify({ id: ownId, until: Date.now() + LEASE_MS }));
  const step = () => {
    try {
      const lease = readLease(name);
      if (lease.id !== ownId && lease.until > Date.now()) return;
      // Taken now, it counts from the next step on: of two tabs that took it at once the later one has it.
      const isOurs = lease.id === ownId;
      write();
      if (!isOurs || isLeading) return;
    } catch {
      // Without a storage no other tab has one either: each sends what was written in it.
      if (isLeading) return;
    }
    isLeading = true;
    onLead();
  };
  step();
  const timer = setInterval(step, RENEW_MS);
  // The first tab need not wait for the next step: nobody is there to race with.
  const early = setTimeout(step, 100);
  return () => {
    clearInterval(timer);
    clearTimeout(early);
    try {
      if (readLease(name).id === ownId) localStorage.removeItem(name);
    } catch {
      // Nothing was kept.
    }
  };
}

function readLease(name: string): { id: string; until: number } {
  const kept: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
  const isLease = typeof kept === 'object' && kept !== null && 'id' in kept && 'until' in kept;
  return isLease ? { id: String(kept.id), until: Number(kept.until) } : { id: '', until: 0 };
}
