/*
 * A posting is the number of a story and how often it has a word, in one small integer: 20 bits for the story, 2 for
 * the title, 1 for the location, 7 for the text. Numbers, not objects: a common word has as many postings as there are
 * stories, and each search reads all of them.
 */
const TEXT_BITS = 7;
const PLACE_BITS = 1;
const TITLE_BITS = 2;
const TITLE_SHIFT = TEXT_BITS + PLACE_BITS;
const STORY_SHIFT = TITLE_SHIFT + TITLE_BITS;
const MAX_IN_TEXT = 2 ** TEXT_BITS - 1;
const MAX_IN_TITLE = 2 ** TITLE_BITS - 1;

/** @param counts - 0 for none, incremented by the functions below. */
export const createPosting = (story: number, counts: number): number => (story << STORY_SHIFT) | counts;

export const countInTitle = (counts: number): number =>
  counts >>> TITLE_SHIFT < MAX_IN_TITLE ? counts + (1 << TITLE_SHIFT) : counts;
export const countInPlace = (counts: number): number => counts | (1 << TEXT_BITS);
export const countInText = (counts: number): number =>
  (counts & MAX_IN_TEXT) < MAX_IN_TEXT ? counts + 1 : counts;

/** Number of the story. */
export const storyOfPosting = (posting: number): number => posting >>> STORY_SHIFT;
export const isInTitle = (posting: number): boolean => ((posting >>> TITLE_SHIFT) & MAX_IN_TITLE) !== 0;
export const isInPlace = (posting: number): boolean => ((posting >>> TEXT_BITS) & 1) !== 0;
/** How often the text has the word, up to 127. */
export const timesInText = (posting: number): number => posting & MAX_IN_TEXT;
