/** The database cannot be had; `message` is written for the person at the terminal and says what to do. */
export class DatabaseError extends Error {
  /** @override */
  name = 'DatabaseError';
}

/**
 * One engine cannot be used on this machine; the chain goes on with the next one.
 * `brief` fits into a list ("no mongod on PATH"), `message` adds the detail.
 */
export class EngineUnavailableError extends Error {
  /** @override */
  name = 'EngineUnavailableError';

  /**
   * @param {string} brief - a few words, lower-case, no full stop.
   * @param {string} [detail] - what the system said, or what would help.
   */
  constructor(brief, detail = '') {
    super(detail === '' ? brief : `${brief}: ${detail}`);
    this.brief = brief;
  }
}

/** The port asked for belongs to another program. */
export class PortTakenError extends Error {
  /** @override */
  name = 'PortTakenError';

  /** @param {number} port */
  constructor(port) {
    super(`Port ${port} is taken by another program.`);
    this.port = port;
  }
}

/**
 * The text of anything that was thrown.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function getErrorMessage(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The system's code (`ENOENT`, `EADDRINUSE`) of anything that was thrown, or undefined.
 *
 * @param {unknown} error
 * @returns {string | undefined}
 */
export function getErrorCode(error) {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
