import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { familyFolder, readEngineRecord, writeEngineRecord } from './data-folder.js';
import { DatabaseError, EngineUnavailableError, PortTakenError } from './errors.js';
import { findFreePort } from './free-port.js';

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').EngineContext} EngineContext */
/** @typedef {{ engine: Engine, failure: EngineUnavailableError }} Attempt */
/**
 * @typedef {object} RunningEngine
 * @property {Engine} engine
 * @property {EngineContext} context - the context of the start, for restarts.
 * @property {import('./engine.js').ServerProcess} server
 * @property {number} port
 * @property {string} reason - one line: which engine was chosen, and why.
 */

/**
 * Another program may take a free port before the server does. After this many failures, something else must be the
 * cause.
 */
const PORT_ATTEMPTS = 5;

const REMEDIES = `Options:
  - install MongoDB, so that mongod is on PATH,
  - run everything in containers: docker compose up,
  - set MONGODB_URI to your own MongoDB server.`;

/**
 * Starts the first engine that works, among those that are configured and can read the data.
 *
 * @param {readonly Engine[]} engines - in order of preference.
 * @param {Omit<EngineContext, 'dataPath' | 'ignoresEarlierFailure'>} shared
 * @param {{ choice: string | null, port: number }} requested - DATABASE_ENGINE, and a port or 0 for any.
 * @returns {Promise<RunningEngine>}
 * @throws {DatabaseError} when none starts; the message gives the reason for each.
 */
export async function startFirstWorking(engines, shared, { choice, port }) {
  const writer = readEngineRecord(shared.dbDir, engines);
  const candidates = pickCandidates(engines, { choice, writer, dbDir: shared.dbDir });
  /** @type {Attempt[]} */
  const attempts = [];
  for (const engine of candidates) {
    const context = {
      ...shared,
      dataPath: familyFolder(shared.dbDir, engine.family),
      // Only the family `mongod` has an installation that remembers failures: the download.
      ignoresEarlierFailure: choice !== null || writer?.family === 'mongod',
    };
    try {
      const running = await startEngine(engine, context, port);
      writeEngineRecord(shared.dbDir, engine);
      return { engine, context, ...running, reason: explainChoice({ engine, choice, writer, attempts }) };
    } catch (error) {
      if (error instanceof PortTakenError) throw new DatabaseError(`${error.message} The database needs it.`);
      if (!(error instanceof EngineUnavailableError)) throw error;
      attempts.push({ engine, failure: error });
    }
  }
  throw new DatabaseError(describeFailure({ attempts, choice, writer, dbDir: shared.dbDir }));
}

/**
 * Finds or installs one engine and starts it. If the start fails, a data folder it has created is removed, because it
 * would be mistaken for that engine's data.
 *
 * @param {Engine} engine
 * @param {EngineContext} context
 * @param {number} port - 0 for any.
 * @returns {Promise<{ server: import('./engine.js').ServerProcess, port: number }>}
 */
export async function startEngine(engine, context, port) {
  context.signal.throwIfAborted();
  const program = (await engine.find(context)) ?? (await engine.install(context));
  const isNew = !existsSync(context.dataPath);
  mkdirSync(context.dataPath, { recursive: true });
  try {
    for (let attempt = 1; ; attempt += 1) {
      const usedPort = port === 0 ? await findFreePort() : port;
      try {
        return { server: await engine.start(context, program, usedPort), port: usedPort };
      } catch (error) {
        if (!(error instanceof PortTakenError) || port !== 0 || attempt === PORT_ATTEMPTS) throw error;
      }
    }
  } catch (error) {
    if (isNew) rmSync(context.dataPath, { recursive: true, force: true });
    throw error;
  }
}

/**
 * @param {readonly Engine[]} engines
 * @param {{ choice: string | null, writer: Engine | null, dbDir: string }} selection
 * @returns {readonly Engine[]}
 */
function pickCandidates(engines, { choice, writer, dbDir }) {
  const readers = engines.filter(({ family }) => writer === null || family === writer.family);
  if (choice === null) return readers;
  const chosen = readers.filter(({ name }) => name === choice);
  if (chosen.length > 0 || writer === null) return chosen;
  throw new DatabaseError(
    `The data in ${dbDir} were written by ${writer.name}, which ${choice} (DATABASE_ENGINE) cannot read. ` +
      'Unset DATABASE_ENGINE, or set DATA_DIR to another folder.',
  );
}

/**
 * @param {{ engine: Engine, choice: string | null, writer: Engine | null, attempts: readonly Attempt[] }} selection
 * @returns {string}
 */
function explainChoice({ engine, choice, writer, attempts }) {
  const reasons = attempts.map(({ failure }) => failure.brief);
  if (writer !== null) {
    reasons.unshift(
      writer === engine ? 'it wrote this data folder' : `${writer.name} wrote this data folder`,
    );
  }
  if (choice !== null) reasons.unshift('set by DATABASE_ENGINE');
  const because = reasons.length === 0 ? 'the first available' : reasons.join('; ');
  const hint =
    engine.name === 'secantus-python' && choice === null
      ? ' npm run db:build builds the faster native engine, once, in about 3 minutes.'
      : '';
  return `Database: ${engine.name} (${because}).${hint}`;
}

/**
 * @param {{ attempts: readonly Attempt[], choice: string | null, writer: Engine | null, dbDir: string }} selection
 * @returns {string}
 */
function describeFailure({ attempts, choice, writer, dbDir }) {
  const lines = attempts.map(({ engine, failure }) => `  - ${engine.name}: ${failure.message}`);
  const head =
    choice === null ? 'No database could be started. Tried:' : 'The engine set by DATABASE_ENGINE failed:';
  const data =
    writer === null
      ? []
      : [
          `The data in ${dbDir} were written by ${writer.name} and are untouched; no other kind of engine can read them.`,
        ];
  return [head, ...lines, ...data, REMEDIES].join('\n');
}
