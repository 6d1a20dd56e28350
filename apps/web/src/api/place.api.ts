import type { CardPage, HomeSort, PlaceHit, PlaceMap, PlacePage } from '@safarnama/contracts';
import { request } from '../lib/api-client.ts';
import { pageQuery } from './post.api.ts';

/** Maximum number that fits between the input and the keyboard of a phone. */
const MAX_HITS = 6;

/** Finds places by a name in any script, or by its beginning; best first. */
export async function search(q: string, signal: AbortSignal): Promise<PlaceHit[]> {
  const query = { q, limit: String(MAX_HITS) };
  return (await request('GET /api/place/search', { query, signal })).places;
}

/** A place with the content of its page except the stories. @throws ApiError 404 when there is no such place. */
export async function getBySlug(slug: string): Promise<PlacePage> {
  return (await request('GET /api/place/:slug', { params: { slug } })).place;
}

/** One page of the stories of a place and of all places within it. */
function listStories(
  slug: string,
  sort: HomeSort,
  cursor: string | null,
  count: number | undefined,
): Promise<CardPage> {
  const query = { sort, ...pageQuery(cursor, count) };
  return request('GET /api/place/:slug/posts', { params: { slug }, query });
}

/**
 * One page of the stories of a place; the first page with the place.
 *
 * @throws ApiError 404 when there is no such place.
 */
export async function listWithPlace(
  slug: string,
  sort: HomeSort,
  cursor: string | null,
  count?: number,
): Promise<CardPage & { place?: PlacePage }> {
  if (cursor !== null) return listStories(slug, sort, cursor, count);
  const [page, place] = await Promise.all([listStories(slug, sort, cursor, count), getBySlug(slug)]);
  return { ...page, place };
}

/**
 * The map of the places with stories.
 *
 * @param state - slug of a state or union territory; without it, the map of all India.
 */
export function loadMap(state?: string): Promise<PlaceMap> {
  return request('GET /api/place/map', { query: state === undefined ? {} : { state } });
}
