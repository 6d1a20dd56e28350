import { isDuplicateOf } from '../config/mongo.js';

interface AppendInput<T> {
  /** Reads the last place that is taken; 0 for none. */
  readLast(): Promise<number>;
  /** The last place that this process knows of; an older one costs one more try. */
  knownLast?: number | undefined;
  /** Writes the row at a place, under a unique index on the conversation and `placeField`. */
  insertAt(place: number): Promise<T>;
  placeField: string;
}

/**
 * Stores a row at the next place of a conversation.
 *
 * The place is one after the last row that can be read, and unique: so a row is visible only when every
 * earlier one is, with any number of processes, and nothing is ever stored before one already handed out.
 * Who loses the race for a place takes the next. See docs/decisions/003-message-order.md.
 */
export async function append<T>({ readLast, knownLast, insertAt, placeField }: AppendInput<T>): Promise<T> {
  let last = knownLast ?? (await readLast());
  for (;;) {
    try {
      return await insertAt(last + 1);
    } catch (error) {
      if (!isDuplicateOf(error, placeField)) throw error;
      last = await readLast();
    }
  }
}
