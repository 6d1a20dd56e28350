/** @typedef {Readonly<Record<string, string | undefined>>} Environment variables by name, as in `process.env` */

/**
 * Reads this process's environment. Everything else in the package receives an `Environment` as an argument.
 *
 * @returns {Environment}
 */
export function processEnvironment() {
  // biome-ignore lint/style/noProcessEnv: the only place in this package that reads it
  return process.env;
}

/**
 * Builds the environment of a child process, without undefined variables. NODE_OPTIONS is dropped: options of a test
 * runner or a debugger are meant for this process alone.
 *
 * @param {Environment} env
 * @param {(name: string) => boolean} [predicate] - which variables to include; all by default.
 * @returns {Record<string, string>}
 */
export function createChildEnvironment(env, predicate = () => true) {
  /** @type {Record<string, string>} */
  const childEnv = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && name !== 'NODE_OPTIONS' && predicate(name)) childEnv[name] = value;
  }
  return childEnv;
}
