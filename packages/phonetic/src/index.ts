export { isWithinEdits } from './edits.js';
export { foldWord, MAX_WORD_LENGTH } from './fold.js';
export { phoneticKey, phoneticKeys } from './key.js';
export { soundLikeness } from './likeness.js';
export { findWordAt, splitWords, type Token, tokenize, type Word } from './tokenize.js';
