import { createBackoff } from '../../../lib/backoff.ts';
import { CLOCK } from '../../../stores/story-draft/story-drafts.ts';

const FIRST_DELAY_MS = 2_000;
/** Bounded because a device may sleep in the meantime, and because a timer cannot be set a month ahead. */
const MAX_DELAY_MS = 60_000;

/**
 * Calls `check` at a time, and then repeatedly, with growing delays.
 *
 * @param dueAt - in ms since 1970, on the server's clock.
 * @returns a function that ends it.
 */
export function checkWhenDue(dueAt: number, check: () => Promise<unknown>): () => void {
  const backoff = createBackoff(FIRST_DELAY_MS);
  let isCurrent = true;
  let cancelTimer = () => {};
  const run = async () => {
    const remaining = dueAt - CLOCK.now();
    const isDue = remaining <= 0;
    if (isDue) await check();
    const delayMs = isDue ? backoff.next() : Math.min(remaining, MAX_DELAY_MS);
    if (isCurrent) cancelTimer = CLOCK.after(delayMs, () => void run());
  };
  void run();
  return () => {
    isCurrent = false;
    cancelTimer();
  };
}
