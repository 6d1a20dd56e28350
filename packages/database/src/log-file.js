import { appendFileSync, renameSync, statSync } from 'node:fs';

/**
 * The log is for diagnosing failures. When it grows longer than this it is renamed, which replaces the log that was
 * renamed before.
 */
const MAX_LOG_BYTES = 5_000_000;

/**
 * Appends lines to a log file of limited size: at 5 MB it is renamed to `<path>.old`.
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
      // On a full disk or a removed data folder the server reports errors itself; the log is not essential.
    }
  };
}
