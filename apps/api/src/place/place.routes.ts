import { placeBySlug } from '@safarnama/places';
import type { Routes } from '../http/routes.js';
import type { PostReader } from '../post/post-reader.js';
import { type PlaceService, requirePlace } from './place.service.js';
import type { PlaceMapService } from './place-map.service.js';
import type { PlacePageService } from './place-page.service.js';

interface PlaceRouteDeps {
  places: PlaceService;
  placePages: PlacePageService;
  placeMaps: PlaceMapService;
  reader: Pick<PostReader, 'listByPlace'>;
}

export function placeRoutes({
  places,
  placePages,
  placeMaps,
  reader,
}: PlaceRouteDeps): Routes<Extract<keyof Routes, `${string} /api/place/${string}`>> {
  return {
    'GET /api/place/search': async ({ query, me }) => ({ places: await places.search(query, me.userId) }),
    'GET /api/place/map': ({ query }) => placeMaps.find(query.state),
    'GET /api/place/:slug': async ({ params, me }) => ({
      place: await placePages.find(params.slug, me.userId),
    }),
    'GET /api/place/:slug/posts': async ({ params, query, me }) => {
      // An unknown place has no stories; an invalid cursor is reported before it.
      const page = await reader.listByPlace(placeBySlug(params.slug)?._id ?? '', query, me.userId);
      requirePlace(params.slug);
      return page;
    },
  };
}
