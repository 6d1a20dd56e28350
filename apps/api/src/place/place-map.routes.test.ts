import { type PlaceMap, placeMapSchema } from '@safarnama/contracts';
import { getImportance, placeBySlug } from '@safarnama/places';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { useApp } from '../../test/app.js';
import { createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { buildPoints } from './place-map.service.js';

useDatabase();
const app = useApp();

const VARANASI = 'gn-1253405';
const JAIPUR = 'gn-1269515';
/** Options for `vi.waitFor`: the map shows a change within two seconds. */
const MAP_WAIT = { timeout: 2_000, interval: 100 };

async function readMap({ agent }: Pick<SignedIn, 'agent'>, state?: string): Promise<PlaceMap> {
  const response = await agent.get('/api/place/map').query(state === undefined ? {} : { state });
  expect(response.status).toBe(200);
  return z.parse(placeMapSchema, response.body);
}

const countsOf = (counted: readonly { slug: string; storyCount: number }[]) =>
  Object.fromEntries(
    counted.filter(({ storyCount }) => storyCount > 0).map(({ slug, storyCount }) => [slug, storyCount]),
  );

describe('GET /api/place/map', () => {
  it('without stories: returns all states and no points', async () => {
    const { states, points, total } = await readMap(await signIn(app), 'goa');
    expect(states).toHaveLength(36);
    expect(states).toContainEqual({ slug: 'goa', name: 'Goa', storyCount: 0 });
    expect({ points, total }).toEqual({ points: [], total: 0 });
  });

  it('counts each story in its state and at exactly one point, on the map of the country and on that of a state', async () => {
    const author = await signIn(app);
    for (const placeId of [VARANASI, VARANASI, 'sf-state-up', JAIPUR, null])
      await createPost(author, { placeId });

    const country = await vi.waitFor(async () => {
      const map = await readMap(author);
      expect(map.total).toBe(4);
      return map;
    }, MAP_WAIT);
    const state = await readMap(author, 'uttar-pradesh');

    expect(countsOf(country.states)).toEqual({ 'uttar-pradesh': 3, rajasthan: 1 });
    expect(countsOf(country.points)).toEqual({ varanasi: 2, 'uttar-pradesh': 1, jaipur: 1 });
    expect(country.points[0]).toEqual({
      slug: 'varanasi',
      name: 'Varanasi',
      lat: 25.3167,
      lon: 83.0104,
      storyCount: 2,
    });
    expect(countsOf(state.points)).toEqual({ varanasi: 2, 'uttar-pradesh': 1 });
    expect(state.total).toBe(3);
    expect(state.states).toEqual(country.states);
  });

  it('shows a new story and drops a deleted one within two seconds', async () => {
    const author = await signIn(app);
    const expectTotal = (total: number) =>
      vi.waitFor(async () => expect((await readMap(author, 'rajasthan')).total).toBe(total), MAP_WAIT);
    await expectTotal(0);

    const { _id } = await createPost(author, { placeId: JAIPUR });
    await expectTotal(1);
    await author.agent.delete(`/api/post/delete-post/${_id}`);
    await expectTotal(0);
  });

  it.each(['atlantis', 'varanasi', 'india'])('with %j, which is not a state: responds 404', async (state) => {
    const { agent } = await signIn(app);
    const response = await agent.get('/api/place/map').query({ state });
    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ message: 'State not found' });
  });

  it.each(['', 'Uttar Pradesh', '{"$gt":""}', 'x'.repeat(201)])(
    'with %j, which cannot be a slug: responds 400',
    async (state) => {
      const { agent } = await signIn(app);
      expect((await agent.get('/api/place/map').query({ state })).status).toBe(400);
    },
  );
});

describe('buildPoints', () => {
  const requirePlace = (slug: string) => {
    const found = placeBySlug(slug);
    if (!found) throw new Error(`${slug} is missing`);
    return found;
  };
  const buildStoryPlace = (slug: string, storyCount: number) => ({
    place: requirePlace(slug),
    placeIds: [],
    storyCount,
    importance: getImportance(requirePlace(slug)),
  });

  it('with more places than the maximum: merges the rest into the nearest larger place, which keeps its slug', () => {
    const points = buildPoints(
      [
        buildStoryPlace('sarnath', 5),
        buildStoryPlace('jaipur', 1),
        buildStoryPlace('varanasi', 2),
        buildStoryPlace('osian', 4),
        buildStoryPlace('jodhpur', 3),
      ],
      3,
    );

    const { slug, name, lat, lon } = requirePlace('jodhpur');
    expect(points).toEqual([
      expect.objectContaining({ slug: 'varanasi', storyCount: 7 }),
      { slug, name, lat, lon, storyCount: 7 },
      expect.objectContaining({ slug: 'jaipur', storyCount: 1 }),
    ]);
  });
});
