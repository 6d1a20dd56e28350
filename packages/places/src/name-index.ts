import { readFileSync } from 'node:fs';
import { isWithinEditDistance } from '@safarnama/phonetic';

const INDEX_FILE = new URL('../dist/names.bin', import.meta.url);

/** Kinds of entries: how a key belongs to a place. The lower the kind, the more specific it is. */
export const NAME = 0;
export const OTHER_NAME = 1;
export const ALIAS = 2;
/** Key of the part of a name from its second word or a later one on. */
export const LATER_WORD = 3;

const KIND_BITS = 2;
const KIND_MASK = 3;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Characters that keys consist of. */
const FIRST_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A place under a key. */
export interface IndexEntry {
  row: number;
  kind: number;
}

/** The arrays of the index, in the order of the file. */
const ARRAY_NAMES = [
  // Where each key begins in `text`, and the end.
  'keyStarts',
  // Where the entries of each key begin, and the end.
  'entryStarts',
  // Row and kind.
  'entries',
  // A bit for each letter that a key contains.
  'letters',
  // Hashes of ids, ascending, and their rows; the same for slugs.
  'idHashes',
  'idRows',
  'slugHashes',
  'slugRows',
  // Importance of each row, 0 to 255.
  'importance',
  // Row that each row lies in.
  'parents',
] as const;
type ArrayName = (typeof ARRAY_NAMES)[number];

interface IndexData extends Record<ArrayName, Uint32Array> {
  /** Keys, sorted, one after another. */
  text: Buffer;
}

/** 32-bit FNV-1a. */
function hashOf(text: string): number {
  let hash = FNV_OFFSET;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, FNV_PRIME);
  return hash >>> 0;
}

/** A bit for each letter of a key; digits share the bits from 26 on. */
function lettersOf(key: string): number {
  let letters = 0;
  for (let at = 0; at < key.length; at += 1) {
    const code = key.charCodeAt(at);
    letters |= 1 << (code >= 97 ? code - 97 : 26 + (code % 6));
  }
  return letters >>> 0;
}

function countBits(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Serializes an index. @param keys - entries by key. @param rows - for each place its id, slug, importance and parent.
 */
export function serializeIndex(
  keys: ReadonlyMap<string, readonly IndexEntry[]>,
  rows: readonly { id: string; slug: string; importance: number; parent: number }[],
): Buffer {
  const sorted = [...keys].sort(([a], [b]) => (a < b ? -1 : 1));
  const keyStarts = [0];
  const entryStarts = [0];
  const entries: number[] = [];
  for (const [key, found] of sorted) {
    keyStarts.push((keyStarts.at(-1) ?? 0) + key.length);
    for (const { row, kind } of found) entries.push((row << KIND_BITS) | kind);
    entryStarts.push(entries.length);
  }
  const hashes = (field: 'id' | 'slug') =>
    rows.map((row, number) => ({ hash: hashOf(row[field]), number })).sort((a, b) => a.hash - b.hash);
  const ids = hashes('id');
  const slugs = hashes('slug');
  const values: Record<ArrayName, readonly number[]> = {
    keyStarts,
    entryStarts,
    entries,
    letters: sorted.map(([key]) => lettersOf(key)),
    idHashes: ids.map(({ hash }) => hash),
    idRows: ids.map(({ number }) => number),
    slugHashes: slugs.map(({ hash }) => hash),
    slugRows: slugs.map(({ number }) => number),
    importance: rows.map(({ importance }) => importance),
    parents: rows.map(({ parent }) => parent),
  };
  const arrays = ARRAY_NAMES.map((name) => Uint32Array.from(values[name]));
  return Buffer.concat([
    Buffer.from(Uint32Array.from(arrays.map(({ length }) => length)).buffer),
    ...arrays.map(({ buffer }) => Buffer.from(buffer)),
    Buffer.from(sorted.map(([key]) => key).join(''), 'latin1'),
  ]);
}

function parseIndex(file: Buffer): IndexData {
  // The arrays need a buffer that begins at a multiple of four, which a pooled one does not.
  const { buffer } = new Uint8Array(file);
  const lengths = new Uint32Array(buffer, 0, ARRAY_NAMES.length);
  let at = lengths.byteLength;
  const arrays = ARRAY_NAMES.map((name, number) => {
    const array = new Uint32Array(buffer, at, lengths[number]);
    at += array.byteLength;
    return [name, array];
  });
  return { ...(Object.fromEntries(arrays) as Record<ArrayName, Uint32Array>), text: Buffer.from(buffer, at) };
}

/**
 * Index of the first of `count` items that pass the test; `count` for none. All items after one that passes must pass
 * too.
 */
function firstWhere(count: number, test: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function createNameIndex(file: Buffer) {
  const arrays = parseIndex(file);
  const { keyStarts, entryStarts, entries, letters, importance, parents, text } = arrays;
  const keyCount = keyStarts.length - 1;
  const at = (array: Uint32Array, index: number): number => array[index] ?? 0;
  const keyLength = (index: number): number => at(keyStarts, index + 1) - at(keyStarts, index);

  const keyText = (index: number): string =>
    text.toString('latin1', at(keyStarts, index), at(keyStarts, index + 1));

  /** Compares the letters of a stored key with a key: negative when the stored key comes first. */
  function compareKey(index: number, key: string): number {
    const start = at(keyStarts, index);
    const length = keyLength(index);
    const shared = Math.min(length, key.length);
    for (let offset = 0; offset < shared; offset += 1) {
      const difference = (text[start + offset] ?? 0) - key.charCodeAt(offset);
      if (difference !== 0) return difference;
    }
    return length - key.length;
  }

  const findFirst = (key: string): number => firstWhere(keyCount, (index) => compareKey(index, key) >= 0);

  function find(key: string): number {
    const index = findFirst(key);
    return index < keyCount && compareKey(index, key) === 0 ? index : -1;
  }

  function findPrefix(prefix: string): [number, number] {
    return [findFirst(prefix), findFirst(`${prefix}\x7f`)];
  }

  /**
   * Finds the keys that differ from a key in its first letter only: replaced, missing, added, or swapped with the
   * second.
   */
  function differInFirstLetter(key: string): number[] {
    const [first, second, rest] = [key.charAt(0), key.charAt(1), key.slice(1)];
    const letters = [...FIRST_LETTERS].filter((letter) => letter !== first);
    const others = [
      rest,
      second + first + key.slice(2),
      ...letters.flatMap((each) => [each + key, each + rest]),
    ];
    return others
      .filter((other) => other.charAt(0) !== first)
      .map(find)
      .filter((index) => index !== -1);
  }

  function findRows(hashes: Uint32Array, rows: Uint32Array, value: string): number[] {
    const hash = hashOf(value);
    const found: number[] = [];
    for (let index = firstWhere(hashes.length, (each) => at(hashes, each) >= hash); ; index += 1) {
      if (index >= hashes.length || hashes[index] !== hash) return found;
      found.push(at(rows, index));
    }
  }

  return {
    /** Importance of a place, 0 to 255. */
    importanceOf: (row: number): number => at(importance, row),
    /** The row that a place lies in; 0, the country, lies in itself. */
    parentOf: (row: number): number => at(parents, row),
    /** Rows that may have this id; the caller compares it. */
    rowsOfId: (id: string) => findRows(arrays.idHashes, arrays.idRows, id),
    rowsOfSlug: (slug: string) => findRows(arrays.slugHashes, arrays.slugRows, slug),
    keyLength,

    /** Calls `handle` for each place under a key. */
    forEachEntry(index: number, handle: (row: number, kind: number) => void): void {
      for (let entry = at(entryStarts, index); entry < at(entryStarts, index + 1); entry += 1) {
        const value = at(entries, entry);
        handle(value >>> KIND_BITS, value & KIND_MASK);
      }
    },

    /** The number of a key; -1 when no place has it. */
    find,

    /** The numbers of the keys that begin with a prefix, as a half-open range. */
    findPrefix,

    /** The numbers of the keys that differ in one letter at most. */
    findSimilar(key: string): number[] {
      const wanted = lettersOf(key);
      const found = differInFirstLetter(key);
      // The keys with the same first letter are a contiguous range, a tenth of all keys.
      const [from, to] = findPrefix(key.charAt(0));
      for (let index = from; index < to; index += 1) {
        // An edit changes at most one letter into another. These comparisons rule out nearly all keys.
        if (countBits(at(letters, index) ^ wanted) > 2) continue;
        if (Math.abs(keyLength(index) - key.length) > 1) continue;
        if (isWithinEditDistance(keyText(index), key, 1)) found.push(index);
      }
      return found;
    },
  };
}
export type NameIndex = ReturnType<typeof createNameIndex>;

/** Reads the index that the build of the package has written. */
export const readNameIndex = (): NameIndex => createNameIndex(readFileSync(INDEX_FILE));
