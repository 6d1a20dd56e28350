import { join } from 'node:path';
import { createChildEnvironment } from './environment.js';
import { EngineUnavailableError, PortTakenError } from './errors.js';
import { isExecutable } from './find-program.js';
import { requireFreePort } from './free-port.js';
import { startGuarded } from './guarded-process.js';
import { openLog } from './log-file.js';
import { createTail } from './tail.js';

/** @typedef {import('./engine.js').EngineContext} EngineContext */
/** @typedef {import('./engine.js').Program} Program */
/** @typedef {import('./engine.js').ServerProcess} ServerProcess */

/** Enough to replay a large journal after a crash. */
const READY_TIMEOUT_MS = 60_000;
const PORT_TAKEN = /address (?:is )?already in use/i;

/** The server ended or timed out before it was ready. `output` holds the last lines that it printed. */
export class ServerStartError extends EngineUnavailableError {
  /** @override */
  name = 'ServerStartError';

  /**
   * @param {string} detail
   * @param {string} output
   */
  constructor(detail, output) {
    super('the server failed to start', detail);
    this.output = output;
  }
}

/**
 * Runs a database server under a watchdog and waits until it reports that it is ready.
 *
 * @param {EngineContext} context
 * @param {Program} program
 * @param {{ args: string[], port: number, ready: RegExp }} server - `ready` matches the line with that report.
 * @returns {Promise<ServerProcess>}
 * @throws {PortTakenError}
 * @throws {ServerStartError}
 */
export async function startServer(context, program, { args, port, ready }) {
  const { dbDir, env, signal } = context;
  if (!isExecutable(program.command)) {
    throw new ServerStartError(`${program.command} is missing or cannot be run`, '');
  }
  await requireFreePort(port);
  signal.throwIfAborted();
  const log = openLog(join(dbDir, 'server.log'));
  const tail = createTail();
  const { promise: isReady, resolve: markReady } = withResolver();
  const server = startGuarded({
    command: program.command,
    args: [...program.args, ...args],
    // Settings for another SecantusDB on this machine must not affect this one.
    env: { ...createChildEnvironment(env, (name) => !name.startsWith('SECANTUS_')), ...program.env },
    cwd: dbDir,
    recordFile: serverRecordFile(dbDir),
    onLine(line) {
      log(line);
      tail.add(line);
      if (ready.test(line)) markReady();
    },
  });

  const outcome = await waitForOutcome({ isReady, exited: server.exited, signal });
  if (outcome === 'ready') return server;
  const { failure } = await server.stop();
  signal.throwIfAborted();
  const output = tail.text();
  if (PORT_TAKEN.test(output)) throw new PortTakenError(port);
  if (outcome === 'timeout')
    throw new ServerStartError(`not ready within ${READY_TIMEOUT_MS / 1000} s`, output);
  throw new ServerStartError(
    failure ?? output.split('\n').findLast((line) => line.trim() !== '') ?? 'it ended without any output',
    output,
  );
}

/**
 * @param {string} dbDir
 * @returns {string} the file with the identity of the running server, for the next start after a crash.
 */
export function serverRecordFile(dbDir) {
  return join(dbDir, 'server.json');
}

/**
 * @param {{ isReady: Promise<void>, exited: Promise<unknown>, signal: AbortSignal }} events
 * @returns {Promise<'ready' | 'exited' | 'timeout' | 'aborted'>}
 */
function waitForOutcome({ isReady, exited, signal }) {
  return new Promise((resolve) => {
    /** @param {'ready' | 'exited' | 'timeout' | 'aborted'} outcome */
    const finish = (outcome) => {
      clearTimeout(limit);
      signal.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const onAbort = () => finish('aborted');
    const limit = setTimeout(() => finish('timeout'), READY_TIMEOUT_MS);
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
