import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.js';
import { PAGE_LENGTHS } from './limits.js';
import {
  placeMapQuerySchema,
  placeMapSchema,
  placePageResponseSchema,
  placeSearchQuerySchema,
  placesResponseSchema,
} from './place.js';
import { cardPageSchema, placePostsQuerySchema } from './post.js';

const slugParams = z.object({ slug: z.string() });

/** Places of the gazetteer and their stories. */
export const placeEndpoints = {
  'GET /api/place/search': {
    access: 'user',
    tag: 'Places',
    operationId: 'searchPlaces',
    summary: 'Find places by a name in any script, an old name, the beginning of a name or "town, state"',
    query: placeSearchQuerySchema,
    pageLength: PAGE_LENGTHS.places,
    responses: { 200: placesResponseSchema },
    errors: [400],
    rateLimit: 'suggestions',
  },
  'GET /api/place/map': {
    access: 'user',
    tag: 'Places',
    operationId: 'getPlaceMap',
    summary: 'Count the stories of each state and of each place, of the country or of a state',
    query: placeMapQuerySchema,
    responses: { 200: placeMapSchema },
    errors: [400, 404],
    isShared: true,
  },
  'GET /api/place/:slug': {
    access: 'user',
    tag: 'Places',
    operationId: 'getPlace',
    summary:
      'Get a place with its other names, what it lies in, places around and within it, and its authors',
    params: slugParams,
    responses: { 200: placePageResponseSchema },
    errors: [404],
    // It reads the places of all stories.
    rateLimit: 'searches',
  },
  'GET /api/place/:slug/posts': {
    access: 'user',
    tag: 'Places',
    operationId: 'listPlacePosts',
    summary:
      'List the stories of a place and of all places within it, newest first or by the likes of the last 30 days',
    params: slugParams,
    query: placePostsQuerySchema,
    pageLength: PAGE_LENGTHS.cards,
    responses: { 200: cardPageSchema },
    errors: [400, 404],
  },
} as const satisfies Record<string, Endpoint>;
