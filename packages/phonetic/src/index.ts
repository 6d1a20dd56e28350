export { isWithinEditDistance } from './edit-distance.js';
export { foldWord, MAX_WORD_LENGTH } from './fold.js';
export { phoneticKey, phoneticKeys } from './key.js';
export { phoneticSimilarity } from './similarity.js';
export { findWordAt, splitWords, type Token, tokenize, type Word } from './tokenize.js';
