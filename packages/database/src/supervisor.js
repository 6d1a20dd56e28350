import { setTimeout as delay } from 'node:timers/promises';
import { startEngine } from './chain.js';
import { getErrorMessage } from './errors.js';

/** Waits before the tries to start it again: at once, then longer up to 2 s. */
const BACKOFF_MS = [0, 250, 500, 1000, 2000];
/** A server that ran so long had no trouble with starting: the next failure begins at once again. */
const HEALTHY_AFTER_MS = 30_000;

/** @typedef {(event: { restarts: number }) => void} RestartListener `restarts`: how often so far. */

/**
 * Keeps a started server running: when it dies by itself it is started again on the same port, until `stop`.
 *
 * @param {import('./chain.js').Running} running
 * @param {AbortController} abort - of the engine's context; `stop` ends a start that is under way with it.
 * @returns {{ stop: () => Promise<void>, onRestart: (listener: RestartListener) => () => void }}
 */
export function supervise({ engine, context, server, port }, abort) {
  /** @type {Set<RestartListener>} */
  const listeners = new Set();
  let current = server;
  let restarts = 0;

  const watching = watch();

  async function watch() {
    let failures = 0;
    while (!abort.signal.aborted) {
      const startedAt = Date.now();
      await current.exited;
      if (abort.signal.aborted) return;
      if (Date.now() - startedAt > HEALTHY_AFTER_MS) failures = 0;
      context.onProgress(`The database (${engine.name}) has ended by itself; starting it again…`);
      const restarted = await restart(failures);
      if (restarted === null) return;
      failures = restarted.failures + 1;
      restarts += 1;
      context.onProgress(`The database runs again on port ${port}.`);
      for (const listener of listeners) listener({ restarts });
    }
  }

  /**
   * @param {number} earlierFailures
   * @returns {Promise<{ failures: number } | null>} null when it was stopped meanwhile.
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
        context.onProgress(`The database cannot be started again yet: ${getErrorMessage(error)}`);
      }
    }
  }

  return {
    async stop() {
      abort.abort();
      await current.stop();
      await watching;
      // A restart may have succeeded in the very moment of the stop.
      await current.stop();
    },
    onRestart(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
