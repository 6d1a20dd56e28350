import * as z from 'zod/mini';
import { LIMITS } from './limits.js';
import { placeHitSchema, placeSlugSchema } from './place.js';
import { cardPageSchema, cardSchema } from './post.js';
import { integerTextSchema, objectIdSchema, pageQuerySchema, textSchema } from './primitives.js';
import { sentence } from './sentence.js';
import { publicUserSchema } from './user.js';

const searchTextSchema = z._default(
  textSchema({ max: LIMITS.searchQuery, label: 'The search', code: 'search' }),
  '',
);

const INVALID_YEAR = sentence('year_invalid', 'year must have four digits');
const yearSchema = integerTextSchema(/^[1-9]\d{3}$/, INVALID_YEAR, { minimum: 1000, maximum: 9999 });

const INVALID_PLACE = sentence('place_invalid', 'place must be the slug of a place');

/** Orders of search results. */
const SEARCH_SORTS = ['best', 'newest'] as const;

export const searchQuerySchema = z.extend(pageQuerySchema, {
  q: searchTextSchema,
  place: z.exactOptional(
    placeSlugSchema(INVALID_PLACE).check(z.describe('Slug of a place; includes the places within it')),
  ),
  author: z.exactOptional(objectIdSchema.check(z.describe('Id of an author'))),
  year: z.exactOptional(yearSchema.check(z.describe('Year of `createdAt` in UTC'))),
  sort: z.exactOptional(
    z
      .enum(SEARCH_SORTS, sentence('search_sort_invalid', 'sort must be best or newest'))
      .check(z.describe('`best` by default')),
  ),
});
export type SearchQuery = z.infer<typeof searchQuerySchema>;

/** Half-open ranges of UTF-16 code units, sorted and disjoint. */
const rangesSchema = z.array(z.tuple([z.int(), z.int()]));
export type MatchRange = [from: number, to: number];

/** A story that a search has found. Its excerpt is cut around the first match in the text, if there is one. */
const searchCardSchema = z.extend(cardSchema, {
  /** Whole words of `blogTitle` and `excerpt` that matched. */
  matches: z.object({ title: rangesSchema, excerpt: rangesSchema }),
});
export type SearchCard = z.infer<typeof searchCardSchema>;

export const searchPageSchema = z.extend(cardPageSchema, {
  posts: z.array(searchCardSchema),
  /** Number of found stories, counted up to `LIMITS.searchTotal`. */
  total: z.int(),
  /** Users whose name matches. On the first page only. */
  people: z.array(publicUserSchema),
  /** Places whose name matches. On the first page only. */
  places: z.array(placeHitSchema),
  /** The query with its corrected words; null when no word was corrected. */
  corrected: z.nullable(z.string()),
});
export type SearchPage = z.infer<typeof searchPageSchema>;

export const suggestQuerySchema = z.object({ q: searchTextSchema });

export const suggestionsSchema = z.object({
  stories: z.array(z.object({ slug: z.string(), blogTitle: z.string() })),
  places: z.array(placeHitSchema),
  people: z.array(publicUserSchema),
});
export type Suggestions = z.infer<typeof suggestionsSchema>;

/**
 * What a story has in common with another one: `place` is the place of the other one or lies within it, `author` is the
 * same author, `similar` the same rare words.
 */
const relationSchema = z.enum(['place', 'author', 'similar']);
export type Relation = z.infer<typeof relationSchema>;

const relatedCardSchema = z.extend(cardSchema, { relation: relationSchema });
export type RelatedCard = z.infer<typeof relatedCardSchema>;

/** Stories to read after another one. */
export const relatedPostsSchema = z.object({
  posts: z.array(relatedCardSchema).check(z.maxLength(LIMITS.relatedPosts)),
});
export type RelatedPosts = z.infer<typeof relatedPostsSchema>;
