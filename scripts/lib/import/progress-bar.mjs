/** @typedef {{ isTTY?: boolean, columns?: number, write: (text: string) => unknown }} Output */
/**
 * @typedef {object} ProgressBar
 * @property {(done: number, text: string) => void} show - updates the number of completed stories and the text.
 * @property {(text: string) => void} line - prints a permanent line.
 * @property {() => void} end
 */

const WIDTH = 24;
const REDRAW_MS = 80;
const PLAIN_INTERVAL_MS = 2000;

/**
 * Shows progress: a bar in a terminal, a plain line every two seconds elsewhere.
 *
 * @param {number} total
 * @param {Output} output
 * @returns {ProgressBar}
 */
export function createProgressBar(total, output) {
  const isLive = output.isTTY === true;
  let shownAt = isLive ? 0 : Date.now();
  let isDrawn = false;

  function clear() {
    if (isDrawn) output.write('\r\x1b[2K');
    isDrawn = false;
  }

  return {
    show(done, text) {
      const now = Date.now();
      const isLast = isLive && done === total;
      if (!isLast && now - shownAt < (isLive ? REDRAW_MS : PLAIN_INTERVAL_MS)) return;
      shownAt = now;
      const count = `${done} of ${total} stories${text === '' ? '' : `, ${text}`}`;
      if (!isLive) {
        output.write(`${count}\n`);
        return;
      }
      const filled = total === 0 ? WIDTH : Math.round((done / total) * WIDTH);
      const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
      clear();
      output.write(`${bar} ${count}`.slice(0, Math.max(WIDTH, (output.columns ?? 80) - 1)));
      isDrawn = true;
    },
    line(text) {
      clear();
      output.write(`${text}\n`);
    },
    end: clear,
  };
}
