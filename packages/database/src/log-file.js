import { appendFileSync, renameSync, statSync } from 'node:fs';

/** The log is for looking at a failure; beyond this the older half is kept once beside it and then dropped. */
const MAX_LOG_BYTES = 5_000_000;

/**
 * Appends lines to a file that does not grow without end: at 5 MB it becomes `<path>.old`.
 *
 * @param {string} path
 * @returns {(line: string) => void}
 */
export function openLog(path) {
  let size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return (line) => {
    try {
      if (size > MAX_LOG_BYTES) {
        renameSync(path, `${path}.old`);
        size = 0;
      }
      appendFileSync(path, `${line}\n`);
      size += Buffer.byteLength(line) + 1;
    } catch {
      // A full disk or a removed data folder: the server's own errors tell, a missing log does not matter.
    }
  };
}
