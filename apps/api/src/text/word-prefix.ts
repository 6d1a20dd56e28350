import mongoose from 'mongoose';

/** Sorts after every string that begins with what stands before it. */
const LAST_CHARACTER = '\u{10ffff}';

/** Filter for an indexed array of tokens: one of them is `word` or begins with it. */
export function prefixFilter(word: string) {
  return mongoose.trusted({ $elemMatch: { $gte: word, $lt: word + LAST_CHARACTER } });
}
