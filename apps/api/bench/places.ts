/**
 * `npm run bench:places` in `apps/api`: measures the CPU time of the services behind the place endpoints with 10,000
 * stories, or `PLACE_STORIES`, in the search index: without HTTP and sessions, and without the queries that keep the
 * index up to date.
 */
import { findPlaces, findWithin, listAncestors, listStates } from '@safarnama/places';
import { createPlaceService } from '../src/place/place.service.js';
import { createPlaceMapService } from '../src/place/place-map.service.js';
import { createPlacePageService } from '../src/place/place-page.service.js';
import { createStoryIndex } from '../src/search/story-index.js';
import { decodeStoryWords, encodeStoryWords } from '../src/search/story-words.js';
import { startCpuTimer } from '../test/cpu-time.js';
import { readCount } from './read-count.js';
import { round } from './round.js';

const STORIES = readCount('PLACE_STORIES', 10_000);
const AUTHORS = 200;
const PLACES_PER_STATE = 80;
const REPEATS = 20;

/** For places of all sizes: the id of the place and the ids of the places that it lies in. */
const placeIdLists = listStates()
  .flatMap((state) => [
    ...findWithin(state, PLACES_PER_STATE),
    ...findPlaces(`Rampur, ${state.name}`, { limit: 20 }).map(({ place }) => place),
  ])
  .map((place) => [place, ...listAncestors(place)].map(({ _id }) => _id));

const index = createStoryIndex();
const words = encodeStoryWords({ blogTitle: 'Short', blogLocation: '', blogContent: 'A short story' });
for (let number = 0; number < STORIES; number += 1) {
  const decoded = decodeStoryWords(words);
  if (!decoded) throw new Error('The words cannot be read');
  const ids = placeIdLists[(number * 7_919) % placeIdLists.length] ?? [];
  const times = { createdAt: number, indexedAt: number };
  index.put({ id: `s${number}`, authorId: `a${number % AUTHORS}`, placeIds: ids, ...times }, decoded);
}

const reader = { current: async () => index, complete: async () => index };
const storyIndex = { ...reader, forRequest: () => reader };
const places = createPlaceService({ storyIndex });
const users = { loadPublicUsers: async () => new Map() };
const loadBlockedOf = async () => new Set<string>();
const pages = createPlacePageService({ places, storyIndex, users, loadBlockedOf });

const calls: Record<string, () => Promise<unknown>> = {
  // A new service for each call, because a service reuses its map for a second.
  map: () => createPlaceMapService({ storyIndex }).find(),
  'map of Uttar Pradesh': () => createPlaceMapService({ storyIndex }).find('uttar-pradesh'),
  'page of India': () => pages.find('india', 'a1'),
  'page of Uttar Pradesh': () => pages.find('uttar-pradesh', 'a1'),
  'page of Varanasi': () => pages.find('varanasi', 'a1'),
  'search for India': () => places.search({ q: 'India' }, 'a1'),
  'search for Rampur': () => places.search({ q: 'Rampur' }, 'a1'),
};

const rows = [];
for (const [call, run] of Object.entries(calls)) {
  const getFirstCpuMs = startCpuTimer();
  await run();
  const firstCpuMs = getFirstCpuMs();
  const getCpuMs = startCpuTimer();
  for (let n = 0; n < REPEATS; n += 1) await run();
  rows.push({ call, 'first CPU ms': round(firstCpuMs), 'CPU ms': round(getCpuMs() / REPEATS) });
}
const { points, total } = await createPlaceMapService({ storyIndex }).find();
console.log(`${STORIES} stories: ${points.length} points with ${total} stories on the map`);
console.table(rows);
