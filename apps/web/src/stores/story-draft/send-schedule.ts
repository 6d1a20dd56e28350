import type { DraftClock } from './draft-clock.ts';

/** The pause in typing after which a change is sent. */
const SEND_DELAY_MS = 2_000;

interface SendSchedule {
  /** Schedules a send, instead of the one already scheduled. */
  after: (delayMs: number) => void;
  /** Schedules a send after a pause in typing, at most `maxDelayMs` after the first change that was not sent. */
  afterChange: (maxDelayMs: number) => void;
  isPending: () => boolean;
  /** Call when everything written so far is being sent. */
  markSending: () => void;
  cancel: () => void;
}

/** Decides when a draft is sent. At most one send is scheduled at a time. */
export function createSendSchedule(clock: DraftClock, send: () => void): SendSchedule {
  let cancelSend: (() => void) | null = null;
  /** Time of the first change that was not sent. */
  let unsentSince: number | null = null;

  function after(delayMs: number): void {
    cancelSend?.();
    cancelSend = clock.after(delayMs, () => {
      cancelSend = null;
      send();
    });
  }

  return {
    after,
    afterChange(maxDelayMs) {
      const now = clock.now();
      unsentSince ??= now;
      after(Math.max(0, Math.min(SEND_DELAY_MS, unsentSince + maxDelayMs - now)));
    },
    isPending: () => cancelSend !== null,
    markSending() {
      unsentSince = null;
    },
    cancel() {
      cancelSend?.();
      cancelSend = null;
      unsentSince = null;
    },
  };
}
