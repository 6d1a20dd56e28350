import { setTimeout as delay } from 'node:timers/promises';
import { startGuarded } from './database-package.mjs';
import { ROOT } from './paths.mjs';
import { readApiOrigin } from './port.mjs';
import { createRunError } from './run-step.mjs';

/** @typedef {import('./run-command.mjs').Context} Context */
/** @typedef {import('./database-package.mjs').GuardedProcess} GuardedProcess */

/** Delays before consecutive restarts. */
const BACKOFF_MS = [250, 1000, 2000, 5000, 10_000];
/** After this many consecutive starts that did not reach listening, an operator has to look at the cause. */
const MAX_FAILED_STARTS = 5;
/** A process that ran this long had no trouble starting, so the backoff starts over. */
const HEALTHY_AFTER_MS = 30_000;
/** The API itself stops within 10 s. */
const STOP_GRACE_MS = 11_000;
/** After the parent was killed everything must have ended within 5 s, and the database stops after the API. */
const URGENT_GRACE_MS = 2000;
const POLL_MS = 200;
/**
 * With this exit code (EX_CONFIG) the API has printed why it cannot start: a taken port, a setting, the stored data.
 */
const REFUSED_EXIT_CODE = 78;

/**
 * Runs the API and restarts it when it fails, unless it refuses to start or has never started listening.
 *
 * @param {Context} context - with the API's environment.
 * @param {{ command: string, args: string[] }} program
 * @returns {Promise<number>} the exit code.
 * @throws {import('./errors.mjs').CommandError} when the program cannot be run at the first start.
 */
export async function superviseApi({ env, progress, session }, program) {
  let hasListened = false;
  let failedStarts = 0;
  for (let failures = 0; ; ) {
    session.signal.throwIfAborted();
    const startedAt = Date.now();
    const api = startGuarded({ ...program, env, cwd: ROOT });
    const removeCleanup = session.defer(({ isUrgent }) =>
      api.stop(isUrgent ? URGENT_GRACE_MS : STOP_GRACE_MS),
    );
    const listening = waitUntilListening(env, api);
    const { code, signal, failure } = await api.exited;
    removeCleanup();
    session.signal.throwIfAborted();

    if (code === 0) return 0; // stopped on purpose
    // It may have listened before, and on a taken port the other program has responded.
    if (code === REFUSED_EXIT_CODE) return 1;
    const isListening = await listening;
    hasListened ||= isListening;
    if (!hasListened && failure !== undefined) throw createRunError(program.command, failure);
    // A process that cannot start exits with a code. A signal comes from outside, even before listening was detected.
    if (!hasListened && signal === null) return code ?? 1;
    failures = Date.now() - startedAt > HEALTHY_AFTER_MS ? 1 : failures + 1;
    // An API that listens and crashes repeatedly still serves requests in between, so it is always restarted.
    failedStarts = isListening ? 0 : failedStarts + 1;
    if (failedStarts > MAX_FAILED_STARTS) {
      progress.line('The server keeps failing to start; see its output above.');
      return code ?? 1;
    }
    const cause = failure ?? (signal === null ? `exit code ${code}` : signal);
    progress.line(`The server exited unexpectedly (${cause}); restarting…`);
    await delay(BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1], undefined, {
      signal: session.signal,
    });
  }
}

/**
 * @param {import('./environment.mjs').Environment} env
 * @param {GuardedProcess} api
 * @returns {Promise<boolean>} true as soon as the API listens, false when it ends before.
 */
async function waitUntilListening(env, api) {
  const url = `${readApiOrigin(env)}/health/live`;
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
