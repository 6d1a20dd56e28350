import { type Endpoint, idParams } from './endpoint.js';
import { PAGE_LENGTHS } from './limits.js';
import {
  relatedPostsSchema,
  searchPageSchema,
  searchQuerySchema,
  suggestionsSchema,
  suggestQuerySchema,
} from './search.js';

/** Search and its suggestions. */
export const searchEndpoints = {
  'GET /api/post/search': {
    access: 'user',
    tag: 'Stories',
    operationId: 'searchPosts',
    summary:
      'Find stories by title, place, author and text in any script, best first; on the first page also people and places',
    query: searchQuerySchema,
    pageLength: PAGE_LENGTHS.cards,
    responses: { 200: searchPageSchema },
    errors: [400],
    rateLimit: 'searches',
  },
  'GET /api/post/suggest': {
    access: 'user',
    tag: 'Stories',
    operationId: 'suggest',
    summary: 'Suggest stories, places and people for the beginning of a search, at most five each',
    query: suggestQuerySchema,
    responses: { 200: suggestionsSchema },
    errors: [400],
    rateLimit: 'suggestions',
  },
  'GET /api/post/:id/related': {
    access: 'user',
    tag: 'Stories',
    operationId: 'listRelatedPosts',
    summary:
      'List at most six related stories: of the same place, of the same author, then with the same rare words',
    params: idParams,
    responses: { 200: relatedPostsSchema },
    errors: [400, 404],
  },
} as const satisfies Record<string, Endpoint>;
