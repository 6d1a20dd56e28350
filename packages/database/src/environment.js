/** @typedef {Readonly<Record<string, string | undefined>>} Environment Variables by name, as in `process.env`. */

/**
 * The one reader of this process's environment in the package; everything else is handed an `Environment`.
 *
 * @returns {Environment}
 */
export function processEnvironment() {
  // biome-ignore lint/style/noProcessEnv: the only place of this package that reads it
  return process.env;
}

/**
 * The variables that have a value and pass the filter, in the form in which a child process takes them.
 *
 * @param {Environment} env
 * @param {(name: string) => boolean} predicate
 * @returns {Record<string, string>}
 */
export function pickEnvironment(env, predicate) {
  /** @type {Record<string, string>} */
  const picked = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && predicate(name)) picked[name] = value;
  }
  return picked;
}
