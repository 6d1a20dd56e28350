/**
 * The shape that every engine has, and what it is handed. Types only.
 *
 * @typedef {import('./settings.js').EngineChoice} EngineName
 *
 * @typedef {'mongod' | 'secantus'} EngineFamily
 * Engines of one family read each other's files; those files are in the folder `DATA_DIR/db/<family>`.
 *
 * @typedef {object} Program
 * @property {string} command - full path of what is to be run.
 * @property {string[]} args - what comes before the server's own arguments.
 * @property {Record<string, string>} env - added to the environment.
 *
 * @typedef {object} InstallContext
 * @property {import('./environment.js').Environment} env
 * @property {string} cacheDir - the user's cache folder for this project; exists.
 * @property {(text: string) => void} onProgress - takes a line for the person at the terminal.
 * @property {AbortSignal} signal - ends whatever is running.
 *
 * @typedef {object} EngineOptions
 * @property {string} dataPath - the family's folder below DATA_DIR/db; exists before `start`.
 * @property {string} dbDir - DATA_DIR/db, for logs and records.
 * @property {boolean} isOnlyChoice - asked for, or the only kind that can read the data: then nothing is skipped
 *   because it failed earlier today.
 * @property {Promise<unknown>} dependenciesReady - settles when the workspace's packages are installed.
 * @property {boolean} syncOnCommit - whether a commit is on disk before it is acknowledged.
 *
 * @typedef {InstallContext & EngineOptions} EngineContext
 *
 * @typedef {object} ServerProcess
 * @property {Promise<import('./guarded-process.js').Exit>} exited - never rejects.
 * @property {() => Promise<void>} stop
 * @property {() => number | undefined} pid
 *
 * @typedef {object} Engine
 * @property {EngineName} name
 * @property {EngineFamily} family
 * @property {(context: EngineContext) => Promise<Program | null>} find - what is there already; null: `install` is next.
 * @property {(context: EngineContext) => Promise<Program>} install - rejects with `EngineUnavailable`.
 * @property {(context: EngineContext, program: Program, port: number) => Promise<ServerProcess>} start - resolves when
 *   it answers on 127.0.0.1; rejects with `EngineUnavailable` or `PortTaken`.
 */

export {};
