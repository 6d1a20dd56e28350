import { isDuplicateKeyError } from '../config/mongo.js';

interface AppendOptions<T> {
  /** Reads the last place that is taken; 0 for none. */
  readLast(): Promise<number>;
  /** The last place that this process knows of; an older one costs one more try. */
  cachedLast?: number | undefined;
  /** Writes the row at a place, under a unique index on the conversation and `positionField`. */
  insert(position: number): Promise<T>;
  positionField: string;
}

/**
 * Stores a row at the next place of a conversation.
 *
 * The place is one after the last row that can be read, and unique: so a row is visible only when every
 * earlier one is, with any number of processes, and nothing is ever stored before one already handed out.
 * Who loses the race for a place takes the next. See docs/decisions/003-message-order.md.
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
