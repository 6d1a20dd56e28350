import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

const ROOT = new URL('../../', import.meta.url);

export type Fields = Record<string, string>;

function parseTable(text: string): Fields[] {
  const [header = '', ...lines] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const columns = header.split('\t');
  return lines.map((line) => {
    const fields = line.split('\t');
    return Object.fromEntries(columns.map((column, index) => [column, fields[index] ?? '']));
  });
}

/** Reads a table of tab-separated values with a header. @param path - within the package. */
export const readTable = (path: string) => parseTable(readFileSync(new URL(path, ROOT), 'utf8'));

/** Reads a compressed table. */
export const readSource = (name: string) =>
  parseTable(brotliDecompressSync(readFileSync(new URL(`sources/${name}.tsv.br`, ROOT))).toString('utf8'));

/** The places of our own list, from all its files. */
export const readOwnPlaces = (): Fields[] =>
  readdirSync(new URL('data/own', ROOT))
    .sort()
    .flatMap((file) => readTable(`data/own/${file}`));

/** Returns a field of a record by the name of its column. */
export function requireField(record: Fields, column: string): string {
  const value = record[column];
  if (value === undefined) throw new Error(`No column ${column}`);
  return value;
}

/** A field that lists several values, separated by a bar. */
export const requireList = (record: Fields, column: string): string[] =>
  requireField(record, column)
    .split('|')
    .filter((each) => each !== '');

/** Letters without their accents: GeoNames writes long vowels with a macron. */
export const toAscii = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[‘’`]/g, "'");
