import { readFileSync } from 'node:fs';
import type { IndexEntry } from './name-index.js';

const SPELLINGS_FILE = new URL('../dist/spellings.tsv', import.meta.url);
const RADIX = 36;

/** A name of a place without case, accents and spaces. */
export interface Spelling extends IndexEntry {
  folded: string;
}

/**
 * The names of all places but villages in alphabetical order. A phonetic key does not serve for the first letters of a
 * name: that of `Jai` is not a prefix of that of `Jaipur`, because short keys contain the vowels.
 */
export interface Spellings {
  /** Calls `handle` for each name that begins with these letters, with the length of the name. */
  forEachBeginning(folded: string, handle: (row: number, kind: number, length: number) => void): void;
}

/** Formats names as the lines of a file. */
export const serializeSpellings = (spellings: readonly Spelling[]): string =>
  [...spellings]
    .sort((a, b) => (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : 0))
    .map(({ folded, row, kind }) => `${folded}\t${row.toString(RADIX)}\t${kind}`)
    .join('\n');

function createSpellings(file: string): Spellings {
  const lines = file.split('\n');
  const names = new Array<string>(lines.length);
  const rows = new Uint32Array(lines.length);
  const kinds = new Uint8Array(lines.length);
  for (const [index, line] of lines.entries()) {
    const [name = '', row = '', kind] = line.split('\t');
    names[index] = name;
    rows[index] = Number.parseInt(row, RADIX);
    kinds[index] = Number(kind);
  }

  function findFirst(folded: string): number {
    let low = 0;
    let high = names.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((names[middle] ?? '') >= folded) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  return {
    forEachBeginning(folded, handle) {
      for (let index = findFirst(folded); names[index]?.startsWith(folded); index += 1) {
        handle(rows[index] ?? 0, kinds[index] ?? 0, names[index]?.length ?? 0);
      }
    },
  };
}

/** Reads the names that the build of the package has written. */
export const readSpellings = (): Spellings => createSpellings(readFileSync(SPELLINGS_FILE, 'utf8'));
