/**
 * The interface of an engine, and the context it receives. Types only.
 *
 * @typedef {import('./engine-names.js').EngineName} EngineName
 *
 * @typedef {'mongod' | 'secantus'} EngineFamily
 * Engines of one family can read each other's files, which are in the folder `DATA_DIR/db/<family>`.
 *
 * @typedef {object} Program
 * @property {string} command - full path of the program.
 * @property {string[]} args - precede the server's own arguments.
 * @property {Record<string, string>} env - added to the environment.
 *
 * @typedef {object} InstallContext
 * @property {import('./environment.js').Environment} env
 * @property {string} cacheDir - the user's cache folder for this project; may not exist.
 * @property {(text: string) => void} onProgress - receives a line to print in the terminal.
 * @property {AbortSignal} signal - ends all running programs.
 *
 * @typedef {object} EngineOptions
 * @property {string} dataPath - the family's folder below DATA_DIR/db; exists before `start`.
 * @property {string} dbDir - DATA_DIR/db, for logs and records.
 * @property {boolean} ignoresEarlierFailure - whether an installation that failed within the last day is tried again:
 *   because DATABASE_ENGINE is set, or because only the family `mongod` can read the data.
 * @property {Promise<unknown>} dependenciesReady - settles when the packages of the workspace are installed.
 * @property {boolean} syncOnCommit - whether a commit is on disk before it is acknowledged.
 *
 * @typedef {InstallContext & EngineOptions} EngineContext
 *
 * @typedef {Pick<import('./guarded-process.js').GuardedProcess, 'exited'> & { stop: () => Promise<unknown> }} ServerProcess
 *
 * @typedef {object} Engine
 * @property {EngineName} name
 * @property {EngineFamily} family
 * @property {(context: EngineContext) => Promise<Program | null>} find - the program if it is available; `install` is
 *   called after null.
 * @property {(context: EngineContext) => Promise<Program>} install - rejects with `EngineUnavailableError`.
 * @property {(context: EngineContext, program: Program, port: number) => Promise<ServerProcess>} start - resolves when
 *   the server accepts connections on 127.0.0.1; rejects with `EngineUnavailableError` or `PortTakenError`.
 */

export {};
