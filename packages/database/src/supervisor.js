import { setTimeout as delay } from 'node:timers/promises';
import { startEngine } from './chain.js';
import { getErrorMessage } from './errors.js';

/** Delays before consecutive restarts: none at first, then up to 2 s. */
const BACKOFF_MS = [0, 250, 500, 1000, 2000];
/** A server that ran this long had no trouble starting, so the backoff starts over. */
const HEALTHY_AFTER_MS = 30_000;

/**
 * Restarts a crashed server on the same port, until `stop` is called.
 *
 * @param {import('./chain.js').RunningEngine} running
 * @param {AbortController} abort - the controller of `context.signal`; `stop` uses it to cancel a start in progress.
 * @returns {{ stop: () => Promise<void> }}
 */
export function supervise({ engine, context, server, port }, abort) {
  let current = server;

  const watching = watch();

  async function watch() {
    let failures = 0;
    while (!abort.signal.aborted) {
      const startedAt = Date.now();
      await current.exited;
      if (abort.signal.aborted) return;
      if (Date.now() - startedAt > HEALTHY_AFTER_MS) failures = 0;
      context.onProgress(`The database (${engine.name}) exited unexpectedly; restarting…`);
      const restarted = await restart(failures);
      if (restarted === null) return;
      failures = restarted.failures + 1;
      context.onProgress(`The database is running again on port ${port}.`);
    }
  }

  /**
   * @param {number} earlierFailures
   * @returns {Promise<{ failures: number } | null>} null when stopped during the restart.
   */
  async function restart(earlierFailures) {
    for (let failures = earlierFailures; ; failures += 1) {
      try {
        await delay(BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)], undefined, {
          signal: abort.signal,
        });
        ({ server: current } = await startEngine(engine, context, port));
        return { failures };
      } catch (error) {
        if (abort.signal.aborted) return null;
        context.onProgress(`The database could not be restarted yet: ${getErrorMessage(error)}`);
      }
    }
  }

  return {
    async stop() {
      abort.abort();
      await current.stop();
      await watching;
      // A restart may have completed just before the stop.
      await current.stop();
    },
  };
}
