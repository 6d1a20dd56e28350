import type mongoose from 'mongoose';
import type { Types } from 'mongoose';
import type { AnyModel } from '../lib/any-model.js';
import { RAW, type RawDocument } from './archive-format.js';

/** Documents per read. */
const BATCH_SIZE = 100;

/** Writes a document to the backup; resolves when the next one can be written. */
export type WriteDocument = (model: AnyModel, document: RawDocument) => Promise<void>;

export const toNumber = (value: unknown) => Number(value ?? 0);
export const toId = (value: unknown) => String(value);

export function findRaw(model: AnyModel, filter: mongoose.mongo.Filter<mongoose.mongo.Document>) {
  return model.collection.find<RawDocument>(filter, RAW);
}

export function findRawByIds(model: AnyModel, ids: readonly unknown[]) {
  return findRaw(model, { _id: { $in: ids as Types.ObjectId[] } });
}

/** Reads documents in batches: all drafts or messages together may not fit into memory. */
export async function* findRawInBatches(...query: Parameters<typeof findRaw>): AsyncGenerator<RawDocument[]> {
  let batch: RawDocument[] = [];
  for await (const document of findRaw(...query)) {
    batch.push(document);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Returns the ids of a collection. Documents that are added later are not part of the backup. */
export async function listIds(
  model: AnyModel,
  filter: mongoose.mongo.Filter<mongoose.mongo.Document> = {},
): Promise<unknown[]> {
  const ids: unknown[] = [];
  for await (const { _id } of model.collection.find(filter, { projection: { _id: 1 } })) ids.push(_id);
  return ids;
}

/** Divides ids into batches to read. */
export function toBatches(ids: readonly unknown[]): unknown[][] {
  return Array.from({ length: Math.ceil(ids.length / BATCH_SIZE) }, (_, index) =>
    ids.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
}
