import { setTimeout as delay } from 'node:timers/promises';
import { startGuarded } from './guarded.mjs';
import { readListenAddress } from './port.mjs';

/** @typedef {import('./run-command.mjs').Context} Context */
/** @typedef {import('./guarded.mjs').Guarded} Guarded */

/** Waits before the tries to start it again. */
const BACKOFF_MS = [250, 1000, 2000, 5000, 10_000];
/** Beginnings in a row that did not come as far as listening; then somebody has to look. */
const MAX_FAILED_STARTS = 5;
/** One that ran so long had no trouble with starting. */
const HEALTHY_AFTER_MS = 30_000;
/** The API itself stops within 10 s. */
const STOP_GRACE_MS = 11_000;
/** After a killed parent all has to be gone within 5 s, the database after the API. */
const URGENT_GRACE_MS = 2000;
const POLL_MS = 200;

/**
 * Runs the API and starts it again when it ends by itself with an error. One that never came as far as listening
 * (a taken port, wrong settings) has said why, and is not tried again.
 *
 * @param {Context} context - its environment is the API's.
 * @param {{ command: string, args: string[] }} program
 * @returns {Promise<number>} the exit code.
 */
export async function superviseApi({ env, progress, session }, program) {
  let hasListened = false;
  let failedStarts = 0;
  for (let failures = 0; ; ) {
    session.signal.throwIfAborted();
    const startedAt = Date.now();
    const api = startGuarded({ ...program, env });
    const removeCleanup = session.defer(({ isUrgent }) =>
      api.stop(isUrgent ? URGENT_GRACE_MS : STOP_GRACE_MS),
    );
    const watch = watchListening(env, api);
    const { code, signal, failure } = await api.exited;
    removeCleanup();
    session.signal.throwIfAborted();

    if (code === 0) return 0; // somebody stopped it on purpose
    const isListening = await watch;
    hasListened ||= isListening;
    // What cannot start ends by itself, with a code. A signal comes from outside, also before it was seen to listen.
    if (!hasListened && signal === null) return code ?? 1;
    failures = Date.now() - startedAt > HEALTHY_AFTER_MS ? 1 : failures + 1;
    // One that listens and ends soon, again and again, serves people in between: it is never given up.
    failedStarts = isListening ? 0 : failedStarts + 1;
    if (failedStarts > MAX_FAILED_STARTS) {
      progress.line('The server cannot be kept running: see what it said above.');
      return code ?? 1;
    }
    const cause = failure ?? (signal === null ? `exit code ${code}` : signal);
    progress.line(`The server has ended by itself (${cause}); starting it again…`);
    await delay(BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1], undefined, {
      signal: session.signal,
    });
  }
}

/**
 * @param {import('./environment.mjs').Environment} env
 * @param {Guarded} api
 * @returns {Promise<boolean>} true as soon as it listens, false when it ended before.
 */
async function watchListening(env, api) {
  const { port, host } = readListenAddress(env);
  const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const authority = reachable.includes(':') ? `[${reachable}]` : reachable;
  const url = `http://${authority}:${port}/health/live`;
  let hasEnded = false;
  const ended = api.exited.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    if (await isReachable(url)) return true;
    await Promise.race([ended, delay(POLL_MS)]);
  }
  return false;
}

/** @param {string} url */
async function isReachable(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
