import { lowerBound } from '../lib/lower-bound.js';
import type { Clause } from './clause.js';
import { computeRarity, scoreClause } from './score.js';
import type { IndexedStory, StoryIndex } from './story-index.js';

/** Scores are rounded to this step; of stories with equal scores, the newer one comes first. */
const SCORE_STEP = 0.01;

/** A position in the order of results: best (or newest) first, then newest, then by id. */
export interface ResultPosition {
  score: number;
  createdAt: number;
  id: string;
}

export interface RankOptions {
  sort: 'best' | 'newest';
  /** Which stories count; undefined for all. */
  accepts?: ((story: IndexedStory) => boolean) | undefined;
  limit: number;
  after: ResultPosition | null;
  /** Rarity of each clause as on the first page; null there. */
  rarities: readonly number[] | null;
  /** Whether stories without some of the words count, as on the first page; null there. */
  isRelaxed: boolean | null;
  /** `title`: only matches in titles count. All fields by default. */
  fields?: 'title';
}

interface RankedPage {
  /** In order; one more than `limit` when there is a next page. */
  results: ResultPosition[];
  total: number;
  rarities: number[];
  isRelaxed: boolean;
}

/** Negative when `a` comes before `b`. */
function compare(a: ResultPosition, b: ResultPosition): number {
  return b.score - a.score || b.createdAt - a.createdAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}

/** Collects the first results of an order without sorting all of them. */
export function createTop(length: number) {
  const top: ResultPosition[] = [];
  return {
    add(result: ResultPosition): void {
      const last = top.at(-1);
      if (top.length === length && last && compare(last, result) <= 0) return;
      const index = lowerBound(top, (other) => compare(other, result) < 0);
      top.splice(index, 0, result);
      if (top.length > length) top.pop();
    },
    /** Whether a result with this score and time would certainly not be among the first. */
    excludes(score: number, createdAt: number): boolean {
      const last = top[length - 1];
      return last !== undefined && (score - last.score || createdAt - last.createdAt) < 0;
    },
    results: top,
  };
}

/**
 * Without a story that matches all terms, stories that match more than half of three or more terms count, if they have
 * all phrases.
 */
const minimumClauses = (count: number) => (count < 3 ? count : Math.floor(count / 2) + 1);

/** Ranks the stories that match the clauses of a query. */
export function rank(index: StoryIndex, clauses: readonly Clause[], options: RankOptions): RankedPage {
  const { sort, accepts, limit, after } = options;
  const capacity = index.capacity();
  const scores = new Float64Array(capacity);
  const matched = new Uint8Array(capacity);
  const matchedPhrases = new Uint8Array(capacity);
  const matchedRarity = new Float64Array(capacity);
  const rarities: number[] = [];
  let phraseCount = 0;
  for (const [position, clause] of clauses.entries()) {
    const isPhrase = clause.term.kind === 'phrase';
    // A phrase is compared only with stories that have all phrases before it, as results need them all.
    const hasPhrases = (story: number) => matchedPhrases[story] === phraseCount;
    const found = scoreClause(index, clause, options.fields, isPhrase ? hasPhrases : undefined);
    const rarity = options.rarities?.[position] ?? computeRarity(found.stories.length, index.size());
    rarities.push(rarity);
    for (const story of found.stories) {
      scores[story] = (scores[story] ?? 0) + rarity * (found.scores[story] ?? 0);
      matched[story] = (matched[story] ?? 0) + 1;
      if (isPhrase) matchedPhrases[story] = (matchedPhrases[story] ?? 0) + 1;
      matchedRarity[story] = (matchedRarity[story] ?? 0) + rarity;
    }
    if (isPhrase) phraseCount += 1;
  }
  const totalRarity = rarities.reduce((sum, rarity) => sum + rarity, 0);

  function isAccepted(number: number): boolean {
    const story = index.storyOf(number);
    return story !== null && accepts?.(story) !== false;
  }

  function collect(minimum: number): Pick<RankedPage, 'results' | 'total'> {
    const top = createTop(limit + 1);
    let total = 0;
    for (let number = 0; number < capacity; number += 1) {
      if ((matched[number] ?? 0) < minimum || matchedPhrases[number] !== phraseCount) continue;
      if (accepts && !isAccepted(number)) continue;
      total += 1;
      const share = (matchedRarity[number] ?? 0) / totalRarity;
      const score = sort === 'newest' ? 0 : Math.round(((scores[number] ?? 0) * share) / SCORE_STEP);
      const createdAt = index.createdAtOf(number);
      if (top.excludes(score, createdAt)) continue;
      const result = { score, createdAt, id: index.storyOf(number)?.id ?? '' };
      if (!after || compare(after, result) < 0) top.add(result);
    }
    return { results: top.results, total };
  }

  if (clauses.length === 0) return { results: [], total: 0, rarities, isRelaxed: false };
  if (options.isRelaxed !== true) {
    const all = collect(clauses.length);
    if (all.total > 0 || options.isRelaxed === false) return { ...all, rarities, isRelaxed: false };
  }
  const minimum = minimumClauses(clauses.length);
  return { ...collect(minimum), rarities, isRelaxed: true };
}
