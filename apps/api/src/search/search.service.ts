import {
  LIMITS,
  PAGE_LENGTHS,
  type PlaceHit,
  type PublicUser,
  type RelatedPosts,
  type SearchPage,
  type SearchQuery,
  type Suggestions,
} from '@safarnama/contracts';
import { phoneticKeys } from '@safarnama/phonetic';
import { placeBySlug } from '@safarnama/places';
import { notFound } from '../http/app-error.js';
import { cutPage } from '../http/keyset-page.js';
import { loadBlockedOf } from '../message/block.service.js';
import type { PlaceService } from '../place/place.service.js';
import type { PostReader } from '../post/post-reader.js';
import type { UserService } from '../user/user.service.js';
import { buildClause, type Clause, type TermContext } from './clause.js';
import { findCorrection, findSpelling, hasMatches } from './correction.js';
import { createHighlighter } from './highlight.js';
import { allowIncomplete, type IndexReader, type IndexSync, type StoryRecords } from './index-sync.js';
import { soundsLikePartOf } from './name-sound.js';
import { findNamedPlaces, placeContexts } from './place-lookup.js';
import { type RankOptions, rank } from './ranking.js';
import { findRelated } from './related.js';
import { decodeResultCursor, encodeResultCursor, type ResultCursor } from './result-cursor.js';
import { parseQuery, type QueryTerm, type WordTerm } from './search-query.js';
import type { IndexedStory, StoryIndex } from './story-index.js';

/** Maximum number of people and of places in a search, and of suggestions of each kind. */
const MAX_OTHERS = 5;
/** Maximum number of words of a query that are searched in names. */
const MAX_NAME_TERMS = 6;
/**
 * Maximum number of authors whose stories a word finds: more than the members of the commonest names among 10,000
 * people.
 */
const MAX_AUTHORS = 1_000;
/** Maximum number of users whose whole names are compared with the words. */
const MAX_NAMED = 100;
/** How often a search is repeated at most because a found story no longer exists. */
const MAX_REPEATS = 3;

interface SearchDeps {
  storyIndex: IndexSync;
  records: Pick<StoryRecords, 'findExisting'>;
  reader: Pick<PostReader, 'presentFound' | 'presentByIds' | 'listTitles'>;
  users: Pick<UserService, 'findIdsByNameWord' | 'findByNameWords' | 'loadPublicUsers'>;
  places: Pick<PlaceService, 'presentMatches' | 'search'>;
}

/** The words of a query that are searched in names, and what they found. */
interface NameHits {
  words: readonly WordTerm[];
  /** Ids of users for each of `words`. */
  idsByWord: readonly (readonly string[])[];
  /** The users themselves, if there are several words; of many, those whom most words have found. */
  named: ReadonlyMap<string, PublicUser>;
  /** For each of `words`, the ids of the users in `named` whose name has a part that resembles the word. */
  alikeByWord: readonly ReadonlySet<string>[];
}

const isWord = (term: QueryTerm): term is WordTerm => term.kind === 'word';

/** Returns the query with corrected words and usual spellings, or null if it stays the same. */
function writeCorrected(q: string, clauses: readonly Clause[]): string | null {
  const replacements = clauses.flatMap(({ term, correction, spelling }) => {
    const meant = correction || spelling;
    return term.kind === 'word' && meant !== '' ? term.occurrences.map((range) => ({ ...range, meant })) : [];
  });
  // From the end of the query, so that the offsets of the others stay valid.
  replacements.sort((a, b) => b.start - a.start);
  let corrected = q;
  for (const { start, end, meant } of replacements) {
    corrected = corrected.slice(0, start) + meant + corrected.slice(end);
  }
  return corrected === q ? null : corrected;
}

function createFilter({ author, year, place }: SearchQuery): ((story: IndexedStory) => boolean) | undefined {
  if (author === undefined && year === undefined && place === undefined) return undefined;
  const placeId = place === undefined ? null : placeBySlug(place)?._id;
  if (placeId === undefined) return () => false;
  return (story) =>
    (placeId === null || story.placeIds.includes(placeId)) &&
    (author === undefined || story.authorId === author) &&
    (year === undefined || new Date(story.createdAt).getUTCFullYear() === year);
}

/** Adds to each word the authors that it finds, including those in `alikeByWord`, whom another word has found. */
function withAuthors(
  contexts: readonly TermContext[],
  terms: readonly QueryTerm[],
  { words, idsByWord, alikeByWord }: NameHits,
): TermContext[] {
  const authorIds = new Map<QueryTerm | undefined, string[]>(
    words.map((word, position) => [
      word,
      [...new Set([...(idsByWord[position] ?? []), ...(alikeByWord[position] ?? [])])],
    ]),
  );
  return contexts.map((context, position) => {
    const found = authorIds.get(terms[position]);
    return found ? { ...context, authorIds: found } : context;
  });
}

/** Returns the distinct ids of several lists, those in most lists first. */
function listMostFound(lists: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  for (const id of lists.flat()) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([id]) => id);
}

/** Searches stories, people and places. */
export function createSearchService({ storyIndex, records, reader, users, places }: SearchDeps) {
  /** Finds up to `limit` users by each word of a query, and loads them if there are several words. */
  async function findNames(terms: readonly QueryTerm[], limit: number): Promise<NameHits> {
    const words = terms.filter(isWord).slice(0, MAX_NAME_TERMS);
    // A single letter begins many names, and rarely stands for an author.
    const limitOf = ({ word }: WordTerm) => (word.length === 1 ? Math.min(limit, MAX_NAMED) : limit);
    const idsByWord = await Promise.all(words.map((word) => users.findIdsByNameWord(word, limitOf(word))));
    const ids = words.length > 1 ? listMostFound(idsByWord).slice(0, MAX_NAMED) : [];
    const named: NameHits['named'] = ids.length > 0 ? await users.loadPublicUsers(ids) : new Map();
    const alikeByWord = words.map(({ word }) => {
      const alike = [...named.values()].filter(({ fullName }) => soundsLikePartOf(word, fullName));
      return new Set(alike.map(({ _id }) => _id));
    });
    return { words, idsByWord, named, alikeByWord };
  }

  /**
   * Finds places by the whole query, otherwise by its words. Unlike in the story form, the query need not name a place,
   * and nearly every word sounds a little like some place.
   */
  async function findHits(
    q: string,
    terms: readonly QueryTerm[],
    viewerId: string,
    request: IndexReader,
    findNamed = () => findNamedPlaces(terms),
  ): Promise<PlaceHit[]> {
    if (terms.length === 0) return [];
    // While the index is loading, places wait no longer than stories; their story counts may be too low.
    const stories = allowIncomplete(request);
    const hits = await places.search({ q, limit: MAX_OTHERS, guess: false }, viewerId, stories);
    return hits.length > 0 ? hits : places.presentMatches(findNamed().slice(0, MAX_OTHERS), stories);
  }

  /** Builds the clauses of a query; a word that matches nothing is corrected. */
  function buildClauses(
    index: StoryIndex,
    terms: readonly QueryTerm[],
    contexts: readonly TermContext[],
    cursor: ResultCursor | null,
  ): Clause[] {
    return terms.map((term, position) => {
      const clause = buildClause(index, term, contexts[position]);
      if (!isWord(term)) return clause;
      // The name of a place is not a typo, even if no story mentions it.
      const namesPlace = (contexts[position]?.placeIds ?? []).length > 0;
      const isUnknown = cursor === null && !namesPlace && !hasMatches(index, clause);
      const correction = cursor ? cursor.corrections[position] : isUnknown && findCorrection(index, term);
      if (!correction) return { ...clause, spelling: findSpelling(index, term, clause) ?? '' };
      const meant = { ...term, word: correction, keys: phoneticKeys(correction), isPrefix: false };
      return { ...buildClause(index, meant, {}, correction), term };
    });
  }

  async function findPeople(
    terms: readonly QueryTerm[],
    { words, idsByWord, named, alikeByWord }: NameHits,
    viewerId: string,
  ): Promise<PublicUser[]> {
    if (words.length === 0 || !terms.every(isWord) || idsByWord.every((ids) => ids.length === 0)) return [];
    const blocked = await loadBlockedOf(viewerId);
    const isEachFound = idsByWord.every((ids) => ids.length > 0);
    const people = isEachFound ? await users.findByNameWords(words, blocked, MAX_OTHERS) : [];
    // Of a name in another script, often only one word has the same phonetic key.
    const others = [...named.values()]
      .filter(({ _id }) => !blocked.has(_id) && people.every((person) => person._id !== _id))
      .filter(({ _id }) => alikeByWord.every((alike) => alike.has(_id)));
    return [...people, ...others].slice(0, MAX_OTHERS);
  }

  /** Runs a search, and repeats it if stories were found that no longer exist. */
  async function searchStories(
    query: SearchQuery,
    terms: readonly QueryTerm[],
    contexts: readonly TermContext[],
    viewerId: string,
    request: IndexReader,
  ) {
    const { q, limit = PAGE_LENGTHS.cards, sort = 'best' } = query;
    const cursor = decodeResultCursor(query, terms.length);
    const options: RankOptions = {
      sort,
      accepts: createFilter(query),
      limit,
      after: cursor?.after ?? null,
      rarities: cursor?.rarities ?? null,
      isRelaxed: cursor?.isRelaxed ?? null,
    };
    const index = await request.current();
    for (let attempt = 0; ; attempt += 1) {
      const clauses = buildClauses(index, terms, contexts, cursor);
      const { results, total, rarities, isRelaxed } = rank(index, clauses, options);
      const corrections = clauses.map(({ correction }) => correction);
      const page = cutPage(results, limit, (after) =>
        encodeResultCursor(query, { after, isRelaxed, rarities, corrections }),
      );
      const highlighter = createHighlighter(index, clauses);
      const ids = page.rows.map(({ id }) => id);
      const cards = await reader.presentFound(ids, viewerId, highlighter.cutExcerpt);
      if (cards.length < ids.length && attempt < MAX_REPEATS) {
        const shown = new Set(cards.map(({ _id }) => _id));
        await storyIndex.removeMissing(ids.filter((id) => !shown.has(id)));
        continue;
      }
      const posts = cards.map((card) => ({
        ...card,
        matches: {
          title: highlighter.findRanges(card.blogTitle),
          excerpt: highlighter.findRanges(card.excerpt),
        },
      }));
      return {
        posts,
        nextCursor: page.nextCursor,
        total: Math.min(total, LIMITS.searchTotal),
        // A correction that finds nothing is not reported.
        corrected: total === 0 ? null : writeCorrected(q, clauses),
      };
    }
  }

  return {
    /** Loads the index, so that the first search need not wait. */
    load: storyIndex.load,

    /** Searches stories; the first page also has people and places. @throws AppError 400 for an invalid cursor. */
    async search(query: SearchQuery, viewerId: string): Promise<SearchPage> {
      const terms = parseQuery(query.q);
      const names = await findNames(terms, MAX_AUTHORS);
      const named = findNamedPlaces(terms);
      const contexts = withAuthors(placeContexts(terms, named), terms, names);
      const isFirst = query.cursor === undefined;
      const request = storyIndex.forRequest();
      const [stories, people, hits] = await Promise.all([
        searchStories(query, terms, contexts, viewerId, request),
        isFirst ? findPeople(terms, names, viewerId) : [],
        isFirst ? findHits(query.q, terms, viewerId, request, () => named) : [],
      ]);
      return { ...stories, people, places: hits };
    },

    /** Suggests stories with matching titles, places and people. */
    async suggest(q: string, viewerId: string): Promise<Suggestions> {
      const terms = parseQuery(q);
      const request = storyIndex.forRequest();
      const index = await request.current();
      const clauses = terms.map((term) => buildClause(index, term));
      const { results } = rank(index, clauses, {
        sort: 'best',
        limit: MAX_OTHERS,
        after: null,
        rarities: null,
        isRelaxed: false,
        fields: 'title',
      });
      const names = await findNames(terms, MAX_NAMED);
      const [stories, hits, people] = await Promise.all([
        reader.listTitles(results.slice(0, MAX_OTHERS).map(({ id }) => id)),
        findHits(q, terms, viewerId, request),
        findPeople(terms, names, viewerId),
      ]);
      return { stories, places: hits, people };
    },

    /** Lists stories to read after another one. @throws AppError 404. */
    async listRelated(postId: string, viewerId: string): Promise<RelatedPosts> {
      const [index, existing] = await Promise.all([storyIndex.current(), records.findExisting([postId])]);
      if (!existing.has(postId)) throw notFound('Post not found');
      const related = findRelated(index, postId);
      const cards = await reader.presentByIds([...related.keys()], viewerId);
      return { posts: cards.map((card) => ({ ...card, relation: related.get(card._id) ?? 'similar' })) };
    },
  };
}
export type SearchService = ReturnType<typeof createSearchService>;
