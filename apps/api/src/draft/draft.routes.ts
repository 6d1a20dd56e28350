import type { RateLimits } from '../http/rate-limit.js';
import type { Routes } from '../http/routes.js';
import type { DraftService } from './draft.service.js';
import type { PublicationService } from './publication.service.js';

type DraftKeys = Extract<keyof Routes, `${string} /api/drafts${string}`>;

interface DraftRouteDeps {
  drafts: DraftService;
  publications: PublicationService;
  limits: Pick<RateLimits, 'count' | 'countPicture'>;
}

export function draftRoutes({ drafts, publications, limits }: DraftRouteDeps): Routes<DraftKeys> {
  return {
    'GET /api/drafts': ({ me, query }) => drafts.list(me.userId, query),
    'GET /api/drafts/:key': async ({ me, params }) => ({ draft: await drafts.get(me.userId, params.key) }),
    'PUT /api/drafts/:key': async ({ req, res, me, params, body }) => {
      await limits.countPicture(req, res, body.blogImage);
      return { draft: await drafts.save(me.userId, params.key, body) };
    },
    'PUT /api/drafts/:key/schedule': async ({ req, res, me, params, body }) => {
      // A cancellation does not count: it must be possible after 300 stories, too.
      if (body.publishAt !== null) await limits.count('posts', req, res);
      return { draft: await publications.schedule(me.userId, params.key, body) };
    },
    'DELETE /api/drafts/:key': async ({ me, params }) => {
      await drafts.remove(me.userId, params.key);
      return { message: 'Draft deleted' };
    },
  };
}
