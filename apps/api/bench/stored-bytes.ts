import mongoose from 'mongoose';
import { BACKED_UP_MODELS, EXCLUDED_MODELS } from '../src/backup/archived-models.js';

/** Maximum number of documents of each collection that are measured. */
const MAX_SAMPLE = 200;

interface StoredBytes {
  collection: string;
  /** Number of documents that were measured. */
  sampled: number;
  /** Mean size of a document as BSON, before compression. */
  'document bytes': number;
  /** Mean number of entries of a document in all indexes. */
  'index entries': number;
  /** Mean size of these entries, before prefix compression and without the overhead of the database. */
  'index bytes': number;
}

type Document = Record<string, unknown>;

/** The values at a path, one for each element where the path leads through an array. */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((element) => valuesAt(element, path));
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  return typeof value === 'object' && value !== null
    ? valuesAt((value as Document)[name], rest)
    : [undefined];
}

/** BSON bytes of a value alone, without its type and name. */
function sizeOf(value: unknown): number {
  const { calculateObjectSize } = mongoose.mongo.BSON;
  return calculateObjectSize({ '': value ?? null }) - calculateObjectSize({ '': null });
}

/** The entries of a document in one index, and their bytes. Missing values are stored as null, unless it is sparse. */
function measureEntries(document: Document, paths: readonly string[], isSparse: boolean) {
  const columns = paths.map((path) => valuesAt(document, path.split('.')));
  if (isSparse && columns.flat().every((value) => value === undefined)) return { entries: 0, bytes: 0 };
  // Only one field of an index may be an array.
  const entries = Math.max(1, ...columns.map((values) => values.length));
  const bytes = columns.reduce(
    (sum, values) =>
      sum +
      (values.reduce((size: number, value) => size + sizeOf(value), 0) * entries) / (values.length || 1),
    0,
  );
  return { entries, bytes };
}

/** Measures the documents that are stored now, of all collections that are not empty. Needs a connection. */
export async function measureStoredBytes(): Promise<StoredBytes[]> {
  const rows: StoredBytes[] = [];
  for (const model of [...BACKED_UP_MODELS, ...EXCLUDED_MODELS]) {
    const sample: Document[] = await model.collection.find().limit(MAX_SAMPLE).toArray();
    if (sample.length === 0) continue;
    const indexes = [
      { paths: ['_id'], isSparse: false },
      ...model.schema.indexes().map(([fields, { sparse }]) => ({
        paths: Object.keys(fields),
        isSparse: sparse === true,
      })),
    ];
    const measured = sample.flatMap((document) =>
      indexes.map(({ paths, isSparse }) => measureEntries(document, paths, isSparse)),
    );
    const meanOf = (values: readonly number[]) =>
      Math.round(values.reduce((sum, value) => sum + value, 0) / sample.length);
    rows.push({
      collection: model.collection.name,
      sampled: sample.length,
      'document bytes': meanOf(sample.map((document) => mongoose.mongo.BSON.calculateObjectSize(document))),
      'index entries': meanOf(measured.map(({ entries }) => entries)),
      'index bytes': meanOf(measured.map(({ bytes }) => bytes)),
    });
  }
  return rows;
}
