/** No database is available; `message` is written for the user at the terminal and says what to do. */
export class DatabaseError extends Error {
  /** @override */
  name = 'DatabaseError';
}

/**
 * One engine cannot be used on this machine; the next one is tried. `brief` fits into a list ("no mongod on PATH"),
 * `message` adds the detail.
 */
export class EngineUnavailableError extends Error {
  /** @override */
  name = 'EngineUnavailableError';

  /**
   * @param {string} brief - a few words, lower-case, no full stop.
   * @param {string} [detail] - the system's message, or a remedy.
   */
  constructor(brief, detail = '') {
    super(detail === '' ? brief : `${brief}: ${detail}`);
    this.brief = brief;
  }
}

/** The requested port belongs to another program. */
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
 * @param {unknown} error - any thrown value.
 * @returns {string}
 */
export function getErrorMessage(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * @param {unknown} error - any thrown value.
 * @returns {string | undefined} the system's error code, such as `ENOENT` or `EADDRINUSE`.
 */
export function getErrorCode(error) {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
