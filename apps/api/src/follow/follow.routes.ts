import type { Routes } from '../http/routes.js';
import type { PostReader } from '../post/post-reader.js';
import type { FollowService } from './follow.service.js';

interface FollowRouteDeps {
  follows: FollowService;
  reader: Pick<PostReader, 'listFollowed'>;
}

type FollowKeys = 'PUT /api/user/:id/follow' | 'DELETE /api/user/:id/follow' | 'GET /api/post/following';

export function followRoutes({ follows, reader }: FollowRouteDeps): Routes<FollowKeys> {
  return {
    'PUT /api/user/:id/follow': ({ me, params }) => follows.follow(me.userId, params.id),
    'DELETE /api/user/:id/follow': ({ me, params }) => follows.unfollow(me.userId, params.id),
    'GET /api/post/following': ({ me, query }) => reader.listFollowed(query, me.userId),
  };
}
