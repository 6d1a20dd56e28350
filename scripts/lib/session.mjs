import { startGuarded } from './guarded.mjs';
import { watchParents } from './parents.mjs';

/** @typedef {import('./guarded.mjs').GuardedOptions} GuardedOptions */
/** @typedef {import('./guarded.mjs').Exit} Exit */
/** @typedef {{ isUrgent: boolean }} StopKind `isUrgent`: whoever started us was killed, all has to be gone within 5 s. */
/**
 * What one command runs, and how it ends: whatever was started is stopped in reverse order, however the command ends.
 *
 * @typedef {object} Session
 * @property {AbortSignal} signal - aborted when the command has to stop.
 * @property {Promise<number>} stopped - the exit code, when a signal or the parent's end stops the command.
 * @property {(cleanup: (kind: StopKind) => unknown) => () => void} defer - runs it at the end; returns what takes it off.
 * @property {(options: GuardedOptions & { graceMs?: number }) => Promise<Exit>} run - runs a program to its end.
 * @property {() => Promise<void>} end
 */

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
/** npm passes on what the terminal has sent to all already, so the same Ctrl-C may come twice. */
const SECOND_SIGNAL_AFTER_MS = 1000;
const RUN_GRACE_MS = 6000;
const URGENT_GRACE_MS = 2000;

/**
 * @param {object} options
 * @param {boolean} options.isNpmScript - whether npm started this process.
 * @returns {Session}
 */
export function openSession({ isNpmScript }) {
  const abort = new AbortController();
  /** @type {((kind: StopKind) => unknown)[]} */
  const cleanups = [];
  let stoppedAt = 0;
  let isUrgent = false;

  /** @type {Promise<number>} */
  const stopped = new Promise((resolve) => {
    /** @param {number} exitCode */
    function stop(exitCode) {
      if (stoppedAt === 0) {
        stoppedAt = Date.now();
        abort.abort();
        resolve(exitCode);
      } else if (Date.now() - stoppedAt > SECOND_SIGNAL_AFTER_MS) {
        process.exit(exitCode); // the watchdogs end the rest
      }
    }
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => stop(EXIT_CODES[signal]));
    }
    watchParents({
      isNpmScript,
      onGone(which) {
        if (stoppedAt !== 0) return;
        isUrgent = which === 'parent';
        stop(which === 'shell' ? EXIT_CODES.SIGTERM : EXIT_CODES.SIGHUP);
      },
    });
  });
  // The terminal or the reader may be gone: then there is nobody to tell.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

  /** @type {Session['defer']} */
  function defer(cleanup) {
    cleanups.push(cleanup);
    return () => {
      const index = cleanups.indexOf(cleanup);
      if (index !== -1) cleanups.splice(index, 1);
    };
  }

  return {
    signal: abort.signal,
    stopped,
    defer,
    async run({ graceMs = RUN_GRACE_MS, ...options }) {
      abort.signal.throwIfAborted();
      const child = startGuarded(options);
      const removeCleanup = defer((kind) => child.stop(kind.isUrgent ? URGENT_GRACE_MS : graceMs));
      const exit = await child.exited;
      removeCleanup();
      // Whoever waits for it is not to go on: the command is ending.
      abort.signal.throwIfAborted();
      return exit;
    },
    async end() {
      if (stoppedAt === 0) stoppedAt = Date.now();
      abort.abort();
      for (let cleanup = cleanups.pop(); cleanup !== undefined; cleanup = cleanups.pop()) {
        try {
          await cleanup({ isUrgent });
        } catch (error) {
          process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
        }
      }
    },
  };
}
