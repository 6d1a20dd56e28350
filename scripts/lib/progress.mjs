/**
 * Progress output: in a terminal a line with a spinner for each running step, elsewhere plain lines.
 *
 * @typedef {object} Step
 * @property {(detail: string) => void} update - shows what the step is doing.
 * @property {(text?: string) => void} done
 * @property {() => void} fail
 */
/**
 * @typedef {object} Progress
 * @property {(title: string) => Step} step
 * @property {(text: string) => void} line - prints a permanent line.
 * @property {() => void} end - clears the running steps.
 */
/** @typedef {{ isTTY?: boolean, columns?: number, write: (text: string) => unknown }} Output */

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
/** A step shorter than this leaves no permanent line. */
const QUICK_STEP_MS = 1000;
/** Without a terminal: how often a running step is printed. */
const PLAIN_INTERVAL_MS = 5000;

/**
 * @param {Output} [output]
 * @returns {Progress}
 */
export function createProgress(output = process.stderr) {
  return output.isTTY === true ? createTerminalProgress(output) : createPlainProgress(output);
}

/**
 * @param {Output} output
 * @returns {Progress}
 */
function createPlainProgress(output) {
  /** @type {Set<() => void>} */
  const running = new Set();
  return {
    line: (text) => output.write(`${text}\n`),
    end() {
      for (const clear of running) clear();
    },
    step(title) {
      const startedAt = Date.now();
      let detail = '';
      let hasPrinted = false;
      const print = () => {
        hasPrinted = true;
        output.write(`${title}${detail === '' ? '' : `: ${detail}`}… ${secondsSince(startedAt)}\n`);
      };
      const first = setTimeout(print, QUICK_STEP_MS);
      const again = setInterval(print, PLAIN_INTERVAL_MS);
      const clear = () => {
        clearTimeout(first);
        clearInterval(again);
        running.delete(clear);
      };
      running.add(clear);
      return {
        update(text) {
          detail = text;
        },
        done(text = `${title}: done`) {
          clear();
          if (hasPrinted) output.write(`${text} (${secondsSince(startedAt)})\n`);
        },
        fail() {
          clear();
          output.write(`${title}: failed (${secondsSince(startedAt)})\n`);
        },
      };
    },
  };
}

/**
 * @param {Output} output
 * @returns {Progress}
 */
function createTerminalProgress(output) {
  /** @type {Set<{ title: string, detail: string, startedAt: number }>} */
  const running = new Set();
  let shownLines = 0;
  let frame = 0;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  function clear() {
    if (shownLines > 0) output.write(`\u001b[${shownLines}F\u001b[J`);
    shownLines = 0;
  }
  function draw() {
    clear();
    const width = (output.columns ?? 80) - 1;
    const spinner = FRAMES[frame % FRAMES.length];
    for (const { title, detail, startedAt } of running) {
      const text = `${spinner} ${title} ${secondsSince(startedAt)}${detail === '' ? '' : `  ${detail}`}`;
      output.write(`${text.slice(0, width)}\n`);
    }
    shownLines = running.size;
  }
  function setTimer() {
    if (running.size > 0) {
      timer ??= setInterval(() => {
        frame += 1;
        draw();
      }, FRAME_MS);
    } else {
      clearInterval(timer);
      timer = undefined;
    }
  }
  /** @param {string} text */
  function line(text) {
    clear();
    output.write(`${text}\n`);
    draw();
  }

  return {
    line,
    end() {
      running.clear();
      setTimer();
      clear();
    },
    step(title) {
      const state = { title, detail: '', startedAt: Date.now() };
      running.add(state);
      setTimer();
      draw();
      /** @param {string | null} text */
      const finish = (text) => {
        running.delete(state);
        setTimer();
        if (text === null) draw();
        else line(text);
      };
      return {
        update(text) {
          state.detail = text;
        },
        done(text = title) {
          const isQuick = Date.now() - state.startedAt < QUICK_STEP_MS;
          finish(isQuick ? null : `✔ ${text} (${secondsSince(state.startedAt)})`);
        },
        fail() {
          finish(`✖ ${title} (${secondsSince(state.startedAt)})`);
        },
      };
    },
  };
}

/** @param {number} startedAt */
function secondsSince(startedAt) {
  const seconds = (Date.now() - startedAt) / 1000;
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}
