import mongoose from 'mongoose';

/** The last code point: a prefix followed by it sorts after every string with that prefix. */
const LAST_CHARACTER = '\u{10ffff}';

/** The range of all strings that begin with `prefix`. */
export const prefixRange = (prefix: string) => ({ $gte: prefix, $lt: prefix + LAST_CHARACTER });

/** Builds a filter for an indexed array of tokens, one of which equals `word` or begins with it. */
export function buildPrefixFilter(word: string) {
  return mongoose.trusted({ $elemMatch: prefixRange(word) });
}
