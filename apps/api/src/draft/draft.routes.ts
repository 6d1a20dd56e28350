import type { Routes } from '../http/routes.js';
import type { DraftService } from './draft.service.js';

type DraftKeys = Extract<keyof Routes, `${string} /api/drafts${string}`>;

export function draftRoutes(drafts: DraftService): Routes<DraftKeys> {
  return {
    'GET /api/drafts': ({ me, query }) => drafts.list(me.userId, query),
    'GET /api/drafts/:key': async ({ me, params }) => ({ draft: await drafts.get(me.userId, params.key) }),
    'PUT /api/drafts/:key': async ({ me, params, body }) => ({
      draft: await drafts.save(me.userId, params.key, body),
    }),
    'DELETE /api/drafts/:key': async ({ me, params }) => {
      await drafts.remove(me.userId, params.key);
      return { message: 'Draft deleted' };
    },
  };
}
