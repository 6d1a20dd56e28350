import type { Types } from 'mongoose';
import mongoose from 'mongoose';
import type { AnyModel } from '../lib/any-model.js';

/** Result of a batch. */
export interface BatchResult {
  /** Start of the next batch; null after the last one. */
  checkpoint: unknown;
  /** Processed and changed documents. */
  seen: number;
  changed: number;
}

/** A change of stored documents. Runs in batches, each safe to repeat, while the product is in use. */
export interface Migration {
  /** `NNN-what-it-does`: determines the order and is stored in the database, so it never changes. */
  name: string;
  /** Whether versions of the product without this migration can work with its result. */
  isBackwardCompatible: boolean;
  /** Estimates the number of documents to process. */
  count(): Promise<number>;
  /**
   * @param checkpoint - of the previous batch; null for the first one.
   * @param signal - ends a pause within the batch, which then rejects.
   */
  runBatch(checkpoint: unknown, signal?: AbortSignal): Promise<BatchResult>;
}

interface WalkCollectionOptions<T> {
  model: AnyModel;
  /** Fields to read, in the format of mongoose's `select`; `T` has them. */
  fields: string;
  batchSize: number;
  checkpoint: unknown;
  /** @returns the number of changed documents. */
  handle(documents: T[]): Promise<number>;
}

/**
 * Processes the next documents of a collection in the order of their ids. Documents that this version writes need no
 * migration; those that an older one writes in the meantime, or later, need a repetition.
 */
export async function walkCollection<T extends { _id: Types.ObjectId }>(
  options: WalkCollectionOptions<T>,
): Promise<BatchResult> {
  const { model, fields, batchSize, checkpoint, handle } = options;
  const after = checkpoint === null ? {} : { _id: mongoose.trusted({ $gt: checkpoint }) };
  const documents = await model.find(after).sort({ _id: 1 }).limit(batchSize).select(fields).lean<T[]>();
  const changed = documents.length === 0 ? 0 : await handle(documents);
  const isLast = documents.length < batchSize;
  return { checkpoint: isLast ? null : documents.at(-1)?._id, seen: documents.length, changed };
}
