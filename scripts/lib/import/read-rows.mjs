import { isUtf8 } from 'node:buffer';
import { parseTree, printParseErrorCode } from 'jsonc-parser';

/**
 * @typedef {{ line: number, value: unknown }} Row `line` is where the row begins, counted from 1.
 * @typedef {{ line: number, reason: string }} Fault What is invalid, and on which line.
 */

const UNCLOSED = new Set(['CloseBraceExpected', 'CloseBracketExpected']);
/** The end of one row and the beginning of the next: where reading resumes after an invalid row. */
const BOUNDARY = /(?:\}[ \t]*,?|\n)\s*(?=\{\s*["}])/g;

/**
 * Reads the rows of a JSON array or of JSON Lines. An invalid row is reported and does not affect the others.
 *
 * @param {Uint8Array} bytes - the file.
 * @returns {{ rows: Row[], faults: Fault[] }}
 */
export function readRows(bytes) {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return { rows: [], faults: [{ line: 1, reason: 'the file is in UTF-16: save it as UTF-8' }] };
  }
  const text = new TextDecoder('utf-8').decode(bytes);
  const invalidLines = findInvalidLines(bytes);
  const { rows, faults } = parseRows(text);
  if (invalidLines.length === 0) return { rows, faults };

  // A row with invalid bytes is invalid, even if it could be parsed with replacement characters.
  const invalidRows = new Set(invalidLines.map((line) => rows.findLast((row) => row.line <= line)));
  const byteFaults = invalidLines.map((line) => ({ line, reason: 'a character is not valid UTF-8' }));
  const otherFaults = faults.filter(({ line }) => !invalidLines.includes(line));
  return {
    rows: rows.filter((row) => !invalidRows.has(row)),
    faults: [...byteFaults, ...otherFaults].sort((a, b) => a.line - b.line),
  };
}

/**
 * @param {Uint8Array} bytes
 * @returns {number[]} the lines that are not valid UTF-8.
 */
function findInvalidLines(bytes) {
  if (isUtf8(bytes)) return [];
  const invalid = [];
  let start = 0;
  for (let line = 1; start < bytes.length; line += 1) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    if (!isUtf8(bytes.subarray(start, end))) invalid.push(line);
    start = end + 1;
  }
  return invalid;
}

/**
 * @param {string} text
 * @returns {{ rows: Row[], faults: Fault[] }}
 */
function parseRows(text) {
  const lineAt = createLineCounter(text);
  const start = skipSpace(text, 0);
  /** @type {Row[]} */
  const rows = [];
  /** @type {Fault[]} */
  const faults = [];
  /** @param {number} offset @param {string} reason */
  const addFault = (offset, reason) => faults.push({ line: lineAt(offset), reason });

  const isArray = text[start] === '[';
  if (start === text.length) addFault(0, 'the file is empty');
  else if (!isArray && text[start] !== '{')
    addFault(start, 'the file is neither a JSON array nor JSON Lines');
  if (faults.length > 0) return { rows, faults };

  let at = isArray ? skipSpace(text, start + 1) : start;
  while (at < text.length && !(isArray && text[at] === ']')) {
    const parsed = parseValue(text, at);
    if ('reason' in parsed) {
      const next = findNextRow(text, at);
      // The error is inside this row, even if a missing quote or brace hides the row's end from the parser.
      addFault(
        Math.min(parsed.offset, next - 1),
        `${parsed.reason} (the row that begins on line ${lineAt(at)})`,
      );
      at = skipSpace(text, next);
      continue;
    }
    rows.push({ line: lineAt(at), value: parsed.value });
    at = skipSpace(text, parsed.end);
    if (!isArray) continue;
    if (text[at] === ',') at = skipSpace(text, at + 1);
    else if (text[at] === '{') addFault(at, 'a comma is missing before this row; the row itself is imported');
    else if (at < text.length && text[at] !== ']') {
      addFault(at, 'this is not a row');
      at = findNextRow(text, at);
    }
  }
  if (isArray && at >= text.length)
    addFault(text.length, 'the list is not closed: the file may have been cut off');
  const rest = skipSpace(text, at + 1);
  if (isArray && rest < text.length) addFault(rest, 'there is more after the end of the list');
  return { rows, faults };
}

/**
 * @param {string} text
 * @param {number} at - where the value begins.
 * @returns {{ value: unknown, end: number } | { reason: string, offset: number }}
 */
function parseValue(text, at) {
  /** @type {import('jsonc-parser').ParseError[]} */
  const errors = [];
  const rest = text.slice(at);
  const node = parseTree(rest, errors, { disallowComments: true });
  const end = node === undefined ? rest.length : node.offset + node.length;
  // Whatever follows the value does not belong to this row.
  const error = errors.find(
    ({ error: code, offset }) => offset < end || UNCLOSED.has(printParseErrorCode(code)),
  );
  if (error === undefined) return { value: JSON.parse(rest.slice(0, end)), end: at + end };
  const name = printParseErrorCode(error.error).replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return { reason: `not valid JSON: ${name}`, offset: at + error.offset };
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {number} where the next row after `at` seems to begin, or the end of the list.
 */
function findNextRow(text, at) {
  BOUNDARY.lastIndex = at + 1;
  const boundary = BOUNDARY.exec(text);
  if (boundary) return boundary.index + boundary[0].length;
  const closing = /\]\s*$/.exec(text);
  return closing && closing.index > at ? closing.index : text.length;
}

/**
 * @param {string} text
 * @param {number} at
 */
function skipSpace(text, at) {
  let index = at;
  while (index < text.length && ' \t\r\n'.includes(text[index] ?? '')) index += 1;
  return index;
}

/**
 * @param {string} text
 * @returns {(offset: number) => number} the line of an offset, from 1. Increasing offsets read the text only once.
 */
function createLineCounter(text) {
  let line = 1;
  let counted = 0;
  return (offset) => {
    if (offset < counted) {
      line = 1;
      counted = 0;
    }
    let newline = text.indexOf('\n', counted);
    while (newline !== -1 && newline < offset) {
      line += 1;
      counted = newline + 1;
      newline = text.indexOf('\n', counted);
    }
    return line;
  };
}
