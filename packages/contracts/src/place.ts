import * as z from 'zod/mini';
import { LIMITS } from './limits.js';
import { PLACE_SLUG_PATTERN } from './place-slug.js';
import { createLimitSchema, textSchema } from './primitives.js';
import { sentence } from './sentence.js';
import { publicUserSchema } from './user.js';

/** What a place can be. A union territory is a `state`. */
export const PLACE_KINDS = [
  'country',
  'state',
  'district',
  'town',
  'village',
  'pass',
  'lake',
  'river',
  'valley',
  'island',
  'beach',
  'fort',
  'temple',
  'mosque',
  'church',
  'gurdwara',
  'monastery',
  'palace',
  'ruin',
  'park',
  'peak',
  'waterfall',
  'cave',
  'station',
  'region',
  'other',
] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** Maximum length of the id of a place. */
const MAX_ID_LENGTH = 200;

/** Id of a place of the gazetteer; the API checks whether the place exists. */
export const placeIdSchema = z
  .string(sentence('place_id_invalid', 'placeId must be the id of a place or null'))
  .check(z.maxLength(MAX_ID_LENGTH, sentence('place_id_too_long', 'placeId is too long')));

/** The place of a story. */
export const storyPlaceSchema = z.object({
  _id: z.string(),
  slug: z.string(),
  name: z.string(),
  /** Name of the state or union territory; empty for the country. */
  state: z.string(),
});
export type StoryPlace = z.infer<typeof storyPlaceSchema>;

/** A place of the gazetteer that matched a query. */
export const placeHitSchema = z.object({
  /** Stable: `gn-` a town of GeoNames, `po-` a post office, `sf-` a place of our own list. */
  _id: z.string(),
  slug: z.string(),
  /** In English. */
  name: z.string(),
  /** In the main script of its state; empty when not known. */
  localName: z.string(),
  kind: z.enum(PLACE_KINDS),
  /** Empty for the country. */
  state: z.string(),
  /** Today's name; empty when not certain. */
  district: z.string(),
  /** Name of the nearest city of the state; only for a town or village whose district is not certain. */
  near: z.optional(z.string()),
  lat: z.number(),
  lon: z.number(),
  /** Live stories of the place and of all places within it. */
  storyCount: z.int(),
  /** The name that matched the query; the same as `name` when there was no query. */
  matched: z.string(),
});
export type PlaceHit = z.infer<typeof placeHitSchema>;

export const placeSearchQuerySchema = z.object({
  q: z._default(textSchema({ max: LIMITS.placeQuery, label: 'The name', code: 'place_name' }), ''),
  limit: z.exactOptional(createLimitSchema(LIMITS.placesMax, 'place_limit_out_of_range')),
});
export type PlaceSearchQuery = z.infer<typeof placeSearchQuerySchema>;

/** Best first. */
export const placesResponseSchema = z.object({ places: z.array(placeHitSchema) });

/** Maximum number of other names, of other places, and of authors, on the page of a place. */
export const PLACE_PAGE_LENGTH = 12;

/** What the page of a place shows beside its stories. */
const placePageSchema = z.extend(placeHitSchema, {
  /** Old and colloquial names, and names in other scripts. */
  otherNames: z.array(z.string()),
  /** The district where that is certain, else the state or the country that it lies in; null for the country. */
  parent: z.nullable(placeHitSchema),
  /** Places with stories around it, nearest first; neither those that it contains nor those that contain it. */
  nearby: z.array(placeHitSchema),
  /** Of a district, state or the country: places within it, those with the most stories first, then the best known. */
  within: z.array(placeHitSchema),
  /** Authors of stories about it or a place within it, most recent story first. */
  authors: z.array(publicUserSchema),
});
export type PlacePage = z.infer<typeof placePageSchema>;
export const placePageResponseSchema = z.object({ place: placePageSchema });

/**
 * The slug of a place, in any script; whether it exists is for the API to say.
 *
 * @param message - the sentence for a text that cannot be one.
 */
export const placeSlugSchema = (message: string) =>
  z.string(message).check(z.regex(PLACE_SLUG_PATTERN, message));

const INVALID_STATE = sentence('place_state_invalid', 'state must be the slug of a state');

export const placeMapQuerySchema = z.object({
  state: z.exactOptional(
    placeSlugSchema(INVALID_STATE).check(
      z.describe('Slug of a state or union territory; limits the points to it'),
    ),
  ),
});

/** Maximum number of points of a map. */
export const MAX_MAP_POINTS = 1_000;

/** Numbers of stories by state and by place. */
export const placeMapSchema = z.object({
  /** All states and union territories, by name. */
  states: z.array(z.object({ slug: z.string(), name: z.string(), storyCount: z.int() })),
  /**
   * Places with stories, those with the most first. Unlike elsewhere, `storyCount` leaves out places within, so that
   * each story is counted at one point. With more than `MAX_MAP_POINTS` places, the smaller ones are merged into the
   * nearest larger one.
   */
  points: z.array(
    z.object({ slug: z.string(), name: z.string(), lat: z.number(), lon: z.number(), storyCount: z.int() }),
  ),
  /** Stories of all points. */
  total: z.int(),
});
export type PlaceMap = z.infer<typeof placeMapSchema>;
