import { isDuplicateKeyError } from '../lib/mongo-errors.js';

interface AppendOptions<T> {
  /** Reads the last position in use; 0 for none. */
  readLast(): Promise<number>;
  /** The last position known to this process. A stale one costs one more attempt. */
  cachedLast?: number | undefined;
  /** Inserts a document at a position, under a unique index on the conversation and `positionField`. */
  insert(position: number): Promise<T>;
  positionField: string;
}

/**
 * Stores a document at the next position of a conversation.
 *
 * The position is unique and one higher than the last one that can be read. So a document is visible only when all
 * earlier ones are, with any number of processes, and no document ever appears before one already read. A writer
 * that loses the race for a position takes the next one. See docs/decisions/003-message-order.md.
 */
export async function appendInOrder<T>({
  readLast,
  cachedLast,
  insert,
  positionField,
}: AppendOptions<T>): Promise<T> {
  let last = cachedLast ?? (await readLast());
  for (;;) {
    try {
      return await insert(last + 1);
    } catch (error) {
      if (!isDuplicateKeyError(error, positionField)) throw error;
      last = await readLast();
    }
  }
}
