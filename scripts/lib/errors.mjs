/** A command cannot continue; `message` is written for the user at the terminal. */
export class CommandError extends Error {
  /** @override */
  name = 'CommandError';
}

/**
 * @param {unknown} error
 * @returns {string} the message of an expected error, the stack of any other.
 */
export function describeError(error) {
  if (!(error instanceof Error)) return String(error);
  const isExpected = error.name === 'CommandError' || error.name === 'DatabaseError';
  return isExpected ? error.message : (error.stack ?? error.message);
}
