import type { Clause } from './clause.js';
import { isInPlace, isInTitle, storyOfPosting, timesInText } from './posting.js';
import type { StoryIndex } from './story-index.js';

/**
 * Maximum that a match in a field can add, before the rarity of the word is applied. However often a word occurs in the
 * text, it adds less than once in the author's name, which adds less than in the place or in a title of usual length.
 */
const WEIGHTS = { title: 6, place: 4, author: 3, text: 2 } as const;

/** BM25: how fast further occurrences in the text stop counting, and how much a long text lowers them. */
const SATURATION = 1.2;
const LENGTH_INFLUENCE = 0.5;
/** Words in a usual text and title. Constants, so that the score of a story does not change with other stories. */
const USUAL_TEXT = 300;
const USUAL_TITLE = 5;
const TITLE_LENGTH_INFLUENCE = 0.25;

/** A score for each story that matches a clause. */
interface ClauseScores {
  stories: number[];
  /** By number of the story; 0 where it does not match. */
  scores: Float64Array;
}

const STATES = { unseen: 0, seen: 1, removed: 2 } as const;

/** Adds up the matches of one clause by story. */
function createScores(index: StoryIndex) {
  const capacity = index.capacity();
  const scores = new Float64Array(capacity);
  const inTexts = new Float64Array(capacity);
  const textQuality = new Float64Array(capacity);
  const stories: number[] = [];
  const states = new Uint8Array(capacity);

  /** Adds a story to those that match. @returns false for a removed one. */
  function include(story: number): boolean {
    const state = states[story];
    if (state === STATES.unseen) {
      const exists = index.storyOf(story) !== null;
      states[story] = exists ? STATES.seen : STATES.removed;
      if (exists) stories.push(story);
      return exists;
    }
    return state === STATES.seen;
  }
  const raise = (story: number, score: number): void => {
    if (score > (scores[story] ?? 0)) scores[story] = score;
  };

  return {
    include,
    raise,
    addFields(story: number, quality: number, isTitle: boolean, isPlace: boolean): void {
      let score = isPlace ? WEIGHTS.place : 0;
      if (isTitle) {
        const length = index.titleLengthOf(story) / USUAL_TITLE;
        const norm = 1 - TITLE_LENGTH_INFLUENCE + TITLE_LENGTH_INFLUENCE * length;
        score += WEIGHTS.title / Math.max(norm, 1);
      }
      raise(story, quality * score);
    },
    addText(story: number, quality: number, count: number): void {
      inTexts[story] = (inTexts[story] ?? 0) + count;
      if (quality > (textQuality[story] ?? 0)) textQuality[story] = quality;
    },
    finish(): ClauseScores {
      for (const story of stories) {
        const count = inTexts[story] ?? 0;
        if (count === 0) continue;
        const norm = 1 - LENGTH_INFLUENCE + LENGTH_INFLUENCE * (index.textLengthOf(story) / USUAL_TEXT);
        const share = count / (count + SATURATION * norm);
        scores[story] = (scores[story] ?? 0) + WEIGHTS.text * (textQuality[story] ?? 0) * share;
      }
      return { stories, scores };
    },
  };
}
type Scores = ReturnType<typeof createScores>;

/**
 * Scores the stories that match a clause, without the rarity of its words.
 *
 * @param fields - all by default.
 * @param mayMatch - whether a story is compared with phrases, which is expensive.
 */
export function scoreClause(
  index: StoryIndex,
  clause: Clause,
  fields?: 'title',
  mayMatch: (story: number) => boolean = () => true,
): ClauseScores {
  const scores = createScores(index);
  for (const [word, quality] of clause.words) scoreWord(index, scores, word, quality, fields);
  for (const { words, quality } of clause.phrases)
    scorePhrase(index, scores, words, quality, mayMatch, fields);
  for (const placeId of clause.placeIds) {
    for (const story of index.numbersByPlace(placeId)) {
      // An author who has cleared the location no longer names the place, though the story is still listed there.
      if (!index.storyOf(story)?.placeLength) continue;
      if (scores.include(story)) scores.addFields(story, 1, false, true);
    }
  }
  for (const authorId of clause.authorIds) {
    for (const story of index.numbersByAuthor(authorId)) {
      if (scores.include(story)) scores.raise(story, WEIGHTS.author);
    }
  }
  return scores.finish();
}

function scoreWord(index: StoryIndex, scores: Scores, word: number, quality: number, fields?: 'title'): void {
  for (const posting of index.postingsOf(word)) {
    const story = storyOfPosting(posting);
    const isTitle = isInTitle(posting);
    if ((fields === 'title' && !isTitle) || !scores.include(story)) continue;
    const isPlace = isInPlace(posting);
    if (isTitle || isPlace) scores.addFields(story, quality, isTitle, isPlace);
    const inText = timesInText(posting);
    if (inText > 0) scores.addText(story, quality, inText);
  }
}

function scorePhrase(
  index: StoryIndex,
  scores: Scores,
  words: readonly number[],
  quality: number,
  mayMatch: (story: number) => boolean,
  fields?: 'title',
): void {
  const [rarest = []] = words.map((word) => index.postingsOf(word)).sort((a, b) => a.length - b.length);
  const findPhrase = index.createPhraseFinder(words);
  for (const posting of rarest) {
    if (fields === 'title' && !isInTitle(posting)) continue;
    const story = storyOfPosting(posting);
    const hit = mayMatch(story) ? findPhrase(story) : null;
    if (!hit || (fields === 'title' && !hit.inTitle)) continue;
    scores.include(story);
    scores.addFields(story, quality, hit.inTitle, hit.inPlace);
    if (hit.inText) scores.addText(story, quality, 1);
  }
}

/** Inverse document frequency of a clause, as in BM25: the fewer stories match it, the higher. */
export function computeRarity(matching: number, all: number): number {
  return Math.log(1 + (all - matching + 0.5) / (matching + 0.5));
}
