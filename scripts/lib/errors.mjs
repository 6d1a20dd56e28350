/** A command cannot go on; `message` is written for the person at the terminal. */
export class CommandError extends Error {
  /** @override */
  name = 'CommandError';

  /**
   * @param {string} message
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * What to print of an error: the sentence of one that was foreseen, all of any other.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function describeError(error) {
  if (!(error instanceof Error)) return String(error);
  const isExpected = error.name === 'CommandError' || error.name === 'DatabaseError';
  return isExpected ? error.message : (error.stack ?? error.message);
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
