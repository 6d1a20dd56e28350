import { LIMITS, type Relation } from '@safarnama/contracts';
import { isInPlace, isInTitle, storyOfPosting, timesInText } from './posting.js';
import { createTop } from './ranking.js';
import { computeRarity } from './score.js';
import type { StoryIndex } from './story-index.js';

/** Maximum number of stories of the same place and of the same author, unless there are too few others. */
const MAX_OF_PLACE = 2;
const MAX_OF_AUTHOR = 2;
/** Words that describe a story best, by rarity; more hardly change the result. */
const MAX_WORDS = 32;
/** A word in more stories than this describes none of them. */
const MAX_STORIES_WITH_WORD = 500;
const MAX_SHARE_WITH_WORD = 0.2;
/** A single shared word may be a coincidence. */
const MIN_COMMON_WORDS = 2;
const WEIGHTS = { title: 2, place: 1, text: 1 } as const;

/**
 * Finds stories to read after another one: first of its place, then of its author, then those that share its rarest
 * words.
 *
 * @returns their ids with their relation to the story; empty for a story that is not indexed.
 */
export function findRelated(index: StoryIndex, storyId: string): Map<string, Relation> {
  const number = index.numberOf(storyId);
  const story = number === undefined ? null : index.storyOf(number);
  if (number === undefined || !story) return new Map();
  const scores = scoreCommonWords(index, number);
  /** The best of some stories, then the newest. There may be very many: most are left out without reading them. */
  function findBest(numbers: Iterable<number>): string[] {
    const top = createTop(LIMITS.relatedPosts);
    for (const each of numbers) {
      const [score, createdAt] = [scores.get(each) ?? 0, index.createdAtOf(each)];
      const id = each === number || top.excludes(score, createdAt) ? undefined : index.storyOf(each)?.id;
      if (id !== undefined) top.add({ score, createdAt, id });
    }
    return top.results.map(({ id }) => id);
  }
  const [placeId] = story.placeIds;
  const ofPlace = placeId === undefined ? [] : findBest(index.numbersByPlace(placeId));
  const ofAuthor = findBest(index.numbersByAuthor(story.authorId));
  const similar = findBest(scores.keys());

  const relationOf = (id: string): Relation => {
    const other = index.storyOf(index.numberOf(id) ?? -1);
    if (placeId !== undefined && other?.placeIds.includes(placeId)) return 'place';
    return other?.authorId === story.authorId ? 'author' : 'similar';
  };

  const chosen = new Map<string, Relation>();
  const choose = (ids: readonly string[], count: number) => {
    for (const id of ids.filter((each) => !chosen.has(each)).slice(0, count)) chosen.set(id, relationOf(id));
  };
  choose(ofPlace, MAX_OF_PLACE);
  choose(ofAuthor, MAX_OF_AUTHOR);
  // In this order, they also fill the remaining entries.
  for (const ids of [similar, ofPlace, ofAuthor]) choose(ids, LIMITS.relatedPosts - chosen.size);
  return chosen;
}

/** Scores the stories that share rare words with a story, by number. */
function scoreCommonWords(index: StoryIndex, number: number): Map<number, number> {
  const maxStories = Math.min(MAX_STORIES_WITH_WORD, Math.max(10, index.size() * MAX_SHARE_WITH_WORD));
  const words = [...index.wordsOf(number)]
    .map((word) => ({ word, count: index.postingsOf(word).length }))
    .filter(({ count }) => count > 1 && count <= maxStories)
    .sort((a, b) => a.count - b.count)
    .slice(0, MAX_WORDS);
  const scores = new Map<number, number>();
  const common = new Map<number, number>();
  for (const { word, count } of words) {
    const rarity = computeRarity(count, index.size());
    for (const posting of index.postingsOf(word)) {
      const other = storyOfPosting(posting);
      const weight =
        (isInTitle(posting) ? WEIGHTS.title : 0) +
        (isInPlace(posting) ? WEIGHTS.place : 0) +
        (timesInText(posting) > 0 ? WEIGHTS.text : 0);
      scores.set(other, (scores.get(other) ?? 0) + rarity * weight);
      common.set(other, (common.get(other) ?? 0) + 1);
    }
  }
  for (const [other, count] of common) if (count < MIN_COMMON_WORDS) scores.delete(other);
  return scores;
}
