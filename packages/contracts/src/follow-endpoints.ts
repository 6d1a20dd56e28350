import { type Endpoint, idParams } from './endpoint.js';
import { followResponseSchema } from './follow.js';
import { PAGE_LENGTHS } from './limits.js';
import { cardPageSchema } from './post.js';
import { pageQuerySchema } from './primitives.js';

/** Following authors, and their stories. */
export const followEndpoints = {
  'PUT /api/user/:id/follow': {
    access: 'user',
    tag: 'Users',
    operationId: 'followUser',
    summary: 'Follow a user; idempotent',
    params: idParams,
    responses: { 200: followResponseSchema },
    errors: [400, 403, 404, 409],
  },
  'DELETE /api/user/:id/follow': {
    access: 'user',
    tag: 'Users',
    operationId: 'unfollowUser',
    summary: 'Stop following a user; idempotent',
    params: idParams,
    responses: { 200: followResponseSchema },
    errors: [400, 404],
  },
  'GET /api/post/following': {
    access: 'user',
    tag: 'Stories',
    operationId: 'listFollowedPosts',
    summary: 'List the stories of the authors whom the user follows, newest first',
    query: pageQuerySchema,
    pageLength: PAGE_LENGTHS.cards,
    responses: { 200: cardPageSchema },
    errors: [400],
  },
} as const satisfies Record<string, Endpoint>;
