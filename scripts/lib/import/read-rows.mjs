/**
 * Reads a file of rows so that a broken one costs only itself: a JSON array, or JSON Lines (one object a line).
 *
 * @typedef {{ line: number, value: unknown }} Row `line` counts from 1, where the row begins.
 * @typedef {{ line: number, reason: string }} Fault What cannot be read, and where it is wrong.
 */

/** A row ends and the next begins: where reading goes on after a broken one. */
const BOUNDARY = /(?:\}[ \t]*,?|\n)\s*(?=\{\s*["}])/g;
const BOM = '\uFEFF';

/**
 * @param {Uint8Array} bytes - the file.
 * @returns {{ rows: Row[], faults: Fault[] }}
 */
export function readRows(bytes) {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return { rows: [], faults: [{ line: 1, reason: 'the file is in UTF-16: save it as UTF-8' }] };
  }
  const { text, brokenLines } = decode(bytes);
  const { rows, faults } = split(text);
  if (brokenLines.length === 0) return { rows, faults };

  // A row that holds broken bytes is a broken row, even where the rest of it can be read.
  const faulty = new Set();
  const byteFaults = brokenLines.map((line) => {
    faulty.add(rows.findLast((row) => row.line <= line));
    return { line, reason: 'a character is not valid UTF-8' };
  });
  const brokenAt = new Set(brokenLines);
  return {
    rows: rows.filter((row) => !faulty.has(row)),
    faults: [...byteFaults, ...faults.filter(({ line }) => !brokenAt.has(line))].sort(
      (a, b) => a.line - b.line,
    ),
  };
}

/**
 * @param {Uint8Array} bytes
 * @returns {{ text: string, brokenLines: number[] }} broken bytes as U+FFFD, and the lines that hold them.
 */
function decode(bytes) {
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    return { text: strict.decode(bytes), brokenLines: [] };
  } catch {
    const brokenLines = [];
    let start = 0;
    for (let line = 1; start < bytes.length; line += 1) {
      const newline = bytes.indexOf(0x0a, start);
      const end = newline === -1 ? bytes.length : newline;
      try {
        strict.decode(bytes.subarray(start, end));
      } catch {
        brokenLines.push(line);
      }
      start = end + 1;
    }
    return { text: new TextDecoder('utf-8').decode(bytes), brokenLines };
  }
}

/**
 * @param {string} text
 * @returns {{ rows: Row[], faults: Fault[] }}
 */
function split(text) {
  const start = skipSpace(text, text.startsWith(BOM) ? 1 : 0);
  if (start === text.length) return { rows: [], faults: [{ line: 1, reason: 'the file is empty' }] };
  if (text[start] === '[') return splitArray(text, start);
  if (text[start] === '{') return splitLines(text, start);
  return {
    rows: [],
    faults: [{ line: lineCounter(text)(start), reason: 'the file is neither a JSON array nor JSON Lines' }],
  };
}

/**
 * @param {string} text
 * @param {number} start - of the opening bracket.
 */
function splitArray(text, start) {
  const lineAt = lineCounter(text);
  /** @type {Row[]} */
  const rows = [];
  /** @type {Fault[]} */
  const faults = [];
  let at = skipSpace(text, start + 1);
  while (at < text.length && text[at] !== ']') {
    const end = valueEnd(text, at);
    const parsed = parse(text.slice(at, end));
    if ('value' in parsed) {
      rows.push({ line: lineAt(at), value: parsed.value });
      at = end;
    } else {
      const next = nextRow(text, at);
      // Reading stopped at the row's end at the latest, whatever a missing quote made of what follows.
      const wrongAt = Math.min(at + (parsed.offset ?? 0), next - 1);
      faults.push({
        line: lineAt(wrongAt),
        reason: `${parsed.reason} (the row that begins on line ${lineAt(at)})`,
      });
      // The comma between the two was taken with the broken one.
      at = skipSpace(text, next);
      continue;
    }
    at = skipSpace(text, at);
    if (text[at] === ',') at = skipSpace(text, at + 1);
    else if (text[at] === '{') {
      faults.push({
        line: lineAt(at),
        reason: 'a comma is missing before this row; the row itself is taken',
      });
    } else if (at < text.length && text[at] !== ']') {
      const next = nextRow(text, at);
      faults.push({ line: lineAt(at), reason: 'this is no row' });
      at = next;
    }
  }
  if (at >= text.length) {
    faults.push({
      line: lineAt(text.length),
      reason: 'the list is not closed: the file may have been cut off',
    });
  } else if (skipSpace(text, at + 1) < text.length) {
    faults.push({ line: lineAt(skipSpace(text, at + 1)), reason: 'there is more after the end of the list' });
  }
  return { rows, faults };
}

/**
 * @param {string} text
 * @param {number} start
 */
function splitLines(text, start) {
  const whole = parse(text.slice(start));
  const firstLine = lineCounter(text)(start);
  if ('value' in whole) return { rows: [{ line: firstLine, value: whole.value }], faults: [] };
  /** @type {Row[]} */
  const rows = [];
  /** @type {Fault[]} */
  const faults = [];
  text
    .slice(start)
    .split('\n')
    .forEach((content, index) => {
      if (content.trim() === '') return;
      const line = firstLine + index;
      const parsed = parse(content);
      if ('value' in parsed) rows.push({ line, value: parsed.value });
      else faults.push({ line, reason: parsed.reason });
    });
  return { rows, faults };
}

/**
 * @param {string} json
 * @returns {{ value: unknown } | { reason: string, offset?: number }}
 */
function parse(json) {
  try {
    return { value: JSON.parse(json) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = /at position (\d+)/.exec(message)?.[1];
    // V8 quotes what it read: that may be a whole story.
    const reason = message.replace(/ in JSON at position .*$/s, '').replace(/,? ?\.{0,3}".*$/s, '');
    const offset = position === undefined ? faultOffset(json) : Number(position);
    return { reason: `not valid JSON: ${reason}`, offset };
  }
}

/** Said of JSON that is right as far as it goes. */
const UNFINISHED = /end of JSON|Unterminated/;

/**
 * The end of the line on which JSON goes wrong, for the errors that do not tell: the first beginning of it, in whole
 * lines, that no ending could put right.
 *
 * @param {string} json
 */
function faultOffset(json) {
  const ends = [...json.matchAll(/\n|$/g)].map(({ index }) => index);
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isUnfinished(json.slice(0, ends[middle]))) low = middle + 1;
    else high = middle;
  }
  return ends[low] ?? json.length;
}

/** @param {string} json */
function isUnfinished(json) {
  try {
    JSON.parse(json);
    return false;
  } catch (error) {
    if (!(error instanceof Error)) return false;
    return UNFINISHED.test(error.message) || error.message.includes(`at position ${json.length}`);
  }
}

/**
 * Where the value that begins at `at` ends: before the comma or bracket that follows it, or at the end of the text.
 *
 * @param {string} text
 * @param {number} at
 */
function valueEnd(text, at) {
  let depth = 0;
  for (let index = at; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = stringEnd(text, index);
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      if (depth === 0) return index;
      depth -= 1;
      if (depth === 0) return index + 1;
    } else if (character === ',' && depth === 0) return index;
  }
  return text.length;
}

/**
 * @param {string} text
 * @param {number} quote - the opening one.
 * @returns {number} the closing one.
 */
function stringEnd(text, quote) {
  for (let index = quote + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === '"') return index;
  }
  return text.length;
}

/**
 * The next place after `at` where a row seems to begin, or the end of the text.
 *
 * @param {string} text
 * @param {number} at
 */
function nextRow(text, at) {
  BOUNDARY.lastIndex = at + 1;
  const found = BOUNDARY.exec(text);
  if (found) return found.index + found[0].length;
  // The last row: keep the bracket that closes the list.
  const closed = /\]\s*$/.exec(text);
  return closed && closed.index > at ? closed.index : text.length;
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
 * @returns {(offset: number) => number} the line of an offset, from 1. Asked in rising order it reads the text once.
 */
function lineCounter(text) {
  let line = 1;
  let counted = 0;
  return (offset) => {
    if (offset < counted) {
      line = 1;
      counted = 0;
    }
    for (
      let index = text.indexOf('\n', counted);
      index !== -1 && index < offset;
      index = text.indexOf('\n', index + 1)
    ) {
      line += 1;
      counted = index + 1;
    }
    return line;
  };
}
