import { join } from 'node:path';
import { pickEnvironment } from './environment.js';
import { EngineUnavailableError, getErrorMessage, PortTakenError } from './errors.js';
import { requireFreePort } from './free-port.js';
import { startGuarded } from './guarded-process.js';
import { openLog } from './log-file.js';

/** @typedef {import('./engine.js').EngineContext} EngineContext */
/** @typedef {import('./engine.js').Program} Program */
/** @typedef {import('./engine.js').ServerProcess} ServerProcess */

/** Also a large journal is replayed in this time. */
const READY_TIMEOUT_MS = 60_000;
/** How many last lines of a failed server go into its error. */
const TAIL_LINES = 40;
const PORT_TAKEN = /address (?:is )?already in use/i;

/** The server ended, or was silent for too long, before it was ready. `output` is what it printed last. */
export class ServerStartError extends EngineUnavailableError {
  /** @override */
  name = 'ServerFailed';

  /**
   * @param {string} detail
   * @param {string} output
   */
  constructor(detail, output) {
    super('the server does not start', detail);
    this.output = output;
  }
}

/**
 * Runs a database server under a watchdog and waits until it says that it is ready.
 *
 * @param {EngineContext} context
 * @param {Program} program
 * @param {{ args: string[], port: number, ready: RegExp }} server - `ready` matches the line that says so.
 * @returns {Promise<ServerProcess>}
 * @throws {PortTakenError}
 * @throws {ServerStartError}
 */
export async function startServer(context, program, { args, port, ready }) {
  const { dbDir, env, signal } = context;
  signal.throwIfAborted();
  await requireFreePort(port);

  const log = openLog(join(dbDir, 'server.log'));
  /** @type {string[]} */
  const lastLines = [];
  const { promise: isReady, resolve: markReady } = withResolver();
  const server = startGuardedServer({
    command: program.command,
    args: [...program.args, ...args],
    // Settings of another SecantusDB on this machine must not change ours.
    env: { ...pickEnvironment(env, (name) => !name.startsWith('SECANTUS_')), ...program.env },
    cwd: dbDir,
    recordFile: serverRecordFile(dbDir),
    onLine(line) {
      log(line);
      lastLines.push(line);
      if (lastLines.length > TAIL_LINES) lastLines.shift();
      if (ready.test(line)) markReady();
    },
  });

  const outcome = await waitForOutcome({ isReady, exited: server.exited, signal });
  if (outcome === 'ready') return server;
  await server.stop();
  signal.throwIfAborted();
  const output = lastLines.join('\n');
  if (PORT_TAKEN.test(output)) throw new PortTakenError(port);
  if (outcome === 'silent')
    throw new ServerStartError(`not ready within ${READY_TIMEOUT_MS / 1000} s`, output);
  throw new ServerStartError(
    lastLines.findLast((line) => line.trim() !== '') ?? 'it ended without a word',
    output,
  );
}

/**
 * Where the identity of a running server is noted, for a start that comes after a crash.
 *
 * @param {string} dbDir
 */
export function serverRecordFile(dbDir) {
  return join(dbDir, 'server.json');
}

/** @param {import('./guarded-process.js').GuardedOptions} options */
function startGuardedServer(options) {
  try {
    return startGuarded(options);
  } catch (error) {
    throw new ServerStartError(getErrorMessage(error), '');
  }
}

/**
 * @param {{ isReady: Promise<void>, exited: Promise<unknown>, signal: AbortSignal }} events
 * @returns {Promise<'ready' | 'exited' | 'silent' | 'aborted'>}
 */
function waitForOutcome({ isReady, exited, signal }) {
  return new Promise((resolve) => {
    /** @param {'ready' | 'exited' | 'silent' | 'aborted'} outcome */
    const finish = (outcome) => {
      clearTimeout(limit);
      signal.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const onAbort = () => finish('aborted');
    const limit = setTimeout(() => finish('silent'), READY_TIMEOUT_MS);
    signal.addEventListener('abort', onAbort);
    void isReady.then(() => finish('ready'));
    void exited.then(() => finish('exited'));
  });
}

/** @returns {{ promise: Promise<void>, resolve: () => void }} */
function withResolver() {
  let resolve = () => {};
  /** @type {Promise<void>} */
  const promise = new Promise((finish) => {
    resolve = finish;
  });
  return { promise, resolve };
}
