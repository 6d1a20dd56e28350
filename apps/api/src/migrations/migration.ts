import type { Types } from 'mongoose';
import mongoose, { type Model } from 'mongoose';

/** What came of one batch. */
export interface BatchResult {
  /** Where the next one begins; null when this was the last. */
  checkpoint: unknown;
  /** Documents looked at, and changed. */
  seen: number;
  changed: number;
}

/** A change of what is stored. Made in batches, each safe to repeat, while the product serves and writes. */
export interface Migration {
  /** `NNN-what-it-does`: the order, and the name in the database for good. */
  name: string;
  /** Whether versions of the product that do not know it can go on with what it makes. */
  isGentle: boolean;
  /** How many documents there are to look at; roughly, as people go on writing. */
  count(): Promise<number>;
  /** @param checkpoint - what the batch before gave; null for the first one. */
  runBatch(checkpoint: unknown): Promise<BatchResult>;
}

interface WalkCollectionOptions<T> {
  // biome-ignore lint/suspicious/noExplicitAny: a model of any documents; `T` is what the query asks of them
  model: Model<any>;
  /** Only these documents; marked as trusted where it has operators. */
  filter?: Record<string, unknown>;
  /** The fields to be read, as mongoose's `select` takes them. */
  fields: string;
  batchSize: number;
  checkpoint: unknown;
  /** @returns how many documents it changed. */
  handle(documents: T[]): Promise<number>;
}

/** Hands over the next documents of a collection in the order of their ids. What is added meanwhile has the new shape. */
export async function walkCollection<T extends { _id: Types.ObjectId }>(
  options: WalkCollectionOptions<T>,
): Promise<BatchResult> {
  const { model, filter = {}, fields, batchSize, checkpoint, handle } = options;
  const after = checkpoint === null ? {} : { _id: mongoose.trusted({ $gt: checkpoint }) };
  const documents = await model
    .find({ ...filter, ...after })
    .sort({ _id: 1 })
    .limit(batchSize)
    .select(fields)
    .lean<T[]>();
  const changed = documents.length === 0 ? 0 : await handle(documents);
  const isLast = documents.length < batchSize;
  return { checkpoint: isLast ? null : documents.at(-1)?._id, seen: documents.length, changed };
}
