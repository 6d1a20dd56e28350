import type { Routes } from '../http/routes.js';
import type { SearchService } from './search.service.js';

export function searchRoutes({
  search,
}: {
  search: SearchService;
}): Routes<'GET /api/post/search' | 'GET /api/post/suggest' | 'GET /api/post/:id/related'> {
  return {
    'GET /api/post/search': ({ me, query }) => search.search(query, me.userId),
    'GET /api/post/suggest': ({ me, query }) => search.suggest(query.q, me.userId),
    'GET /api/post/:id/related': ({ me, params }) => search.listRelated(params.id, me.userId),
  };
}
