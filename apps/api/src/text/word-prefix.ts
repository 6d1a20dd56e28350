import mongoose from 'mongoose';

/** The last code point: a prefix followed by it sorts after every string with that prefix. */
const LAST_CHARACTER = '\u{10ffff}';

/** Builds a filter for an indexed array of tokens, one of which equals `word` or begins with it. */
export function buildPrefixFilter(word: string) {
  return mongoose.trusted({ $elemMatch: { $gte: word, $lt: word + LAST_CHARACTER } });
}
