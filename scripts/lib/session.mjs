import { startGuarded } from './database-package.mjs';
import { watchParents } from './parents.mjs';
import { ROOT } from './paths.mjs';

/** @typedef {import('./database-package.mjs').GuardedOptions} GuardedOptions */
/** @typedef {import('./database-package.mjs').Exit} Exit */
/**
 * @typedef {{ isUrgent: boolean }} StopKind `isUrgent`: the process that started the command was killed, so everything
 *   must have stopped within 5 s.
 */
/**
 * The programs and resources of one command. They are stopped in reverse order however the command ends.
 *
 * @typedef {object} Session
 * @property {AbortSignal} signal - aborted when the command has to stop.
 * @property {Promise<number>} stopped - resolves with the exit code when a signal or the exit of a parent process stops
 *   the command.
 * @property {(cleanup: (kind: StopKind) => unknown) => () => void} defer - registers a function to run at the
 *   end; returns a function that unregisters it.
 * @property {(options: Omit<GuardedOptions, 'cwd'> & { cwd?: string, graceMs?: number }) => Promise<Exit>} run - runs a
 *   program until it exits, in the repository by default.
 * @property {() => Promise<void>} end - runs the deferred functions.
 */

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
/** npm forwards signals that the terminal has already sent to all processes, so the same Ctrl-C may arrive twice. */
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
        process.exit(exitCode); // the watchdogs stop the programs that are still running
      }
    }
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => stop(EXIT_CODES[signal]));
    }
    watchParents({
      isNpmScript,
      onExit(which) {
        if (stoppedAt !== 0) return;
        isUrgent = which === 'starter';
        stop(which === 'shell' ? EXIT_CODES.SIGTERM : EXIT_CODES.SIGHUP);
      },
    });
  });
  // A closed terminal or pipe must not end the command before its cleanup.
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
      const child = startGuarded({ cwd: ROOT, ...options });
      const removeCleanup = defer((kind) => child.stop(kind.isUrgent ? URGENT_GRACE_MS : graceMs));
      const exit = await child.exited;
      removeCleanup();
      // The caller must not continue while the command is ending.
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
