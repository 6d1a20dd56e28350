const TAIL_LINES = 40;

/**
 * Collects the last lines of a program's output, to show them when it fails.
 *
 * @param {number} [limit] - the number of lines.
 * @returns {{ add: (line: string) => void, text: () => string }}
 */
export function createTail(limit = TAIL_LINES) {
  /** @type {string[]} */
  const lines = [];
  return {
    add(line) {
      lines.push(line);
      if (lines.length > limit) lines.shift();
    },
    text: () => lines.join('\n'),
  };
}
