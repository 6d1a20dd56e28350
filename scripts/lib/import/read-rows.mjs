import { isUtf8 } from 'node:buffer';
import { parseTree, printParseErrorCode } from 'jsonc-parser';

/**
 * @typedef {{ line: number, value: unknown }} Row `line` is where the row begins, counted from 1.
 * @typedef {{ line: number, reason: string }} Fault What is invalid, and on which line.
 * @typedef {{ start: number, end: number }} Range Offsets in the text, the end excluded.
 */

const REPLACEMENT = '\uFFFD';
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
  const { rows, faults } = parseRows(new TextDecoder('utf-8').decode(bytes));
  const corrupt = isUtf8(bytes) ? '' : decodeCorrupt(bytes);
  /** @param {Range} range */
  const isIntact = ({ start, end }) => !corrupt.slice(start, end).includes(REPLACEMENT);
  return {
    // A row with invalid bytes is invalid, even if it could be parsed with replacement characters.
    rows: rows.filter(isIntact).map(({ line, value }) => ({ line, value })),
    faults: [...faults.filter(isIntact), ...listCorruptLines(corrupt)]
      .sort((one, other) => one.line - other.line)
      .map(({ line, reason }) => ({ line, reason })),
  };
}

/**
 * Decodes bytes that are not valid UTF-8. Each replacement character stands for invalid bytes: those that the file
 * itself contains become another character of the same length.
 *
 * @param {Uint8Array} bytes
 */
function decodeCorrupt(bytes) {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(REPLACEMENT); at !== -1; at = copy.indexOf(REPLACEMENT, at))
    copy.write('\uFFFC', at);
  return new TextDecoder('utf-8').decode(copy);
}

/**
 * @param {string} corrupt - as `decodeCorrupt` returns it.
 * @returns {Fault[]} a fault for each line with invalid bytes.
 */
function listCorruptLines(corrupt) {
  return corrupt
    .split('\n')
    .flatMap((text, index) =>
      text.includes(REPLACEMENT) ? [{ line: index + 1, reason: 'a character is not valid UTF-8' }] : [],
    );
}

/**
 * @param {string} text
 * @returns {{ rows: (Row & Range)[], faults: (Fault & Range)[] }}
 */
function parseRows(text) {
  const lineAt = createLineCounter(text);
  const start = skipSpace(text, 0);
  /** @type {(Row & Range)[]} */
  const rows = [];
  /** @type {(Fault & Range)[]} */
  const faults = [];
  /** @param {number} offset @param {string} reason @param {Range} range - the row that is invalid, if any. */
  const addFault = (offset, reason, range = { start: offset, end: offset }) =>
    faults.push({ line: lineAt(offset), reason, ...range });

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
        { start: at, end: next },
      );
      at = skipSpace(text, next);
      continue;
    }
    rows.push({ line: lineAt(at), value: parsed.value, start: at, end: parsed.end });
    at = skipSpace(text, parsed.end);
    if (!isArray) continue;
    if (text[at] === ',') at = skipSpace(text, at + 1);
    else if (text[at] === '{') {
      const range = { start: at, end: findNextRow(text, at) };
      addFault(at, 'a comma is missing before this row; the row itself is imported', range);
    } else if (at < text.length && text[at] !== ']') {
      const next = findNextRow(text, at);
      addFault(at, 'this is not a row', { start: at, end: next });
      at = next;
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
