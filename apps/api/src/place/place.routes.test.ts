import { LIMITS, placesResponseSchema } from '@safarnama/contracts';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { useApp } from '../../test/app.js';
import { createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { storePosts } from '../../test/stored-posts.js';
import { unpublish } from '../../test/unpublishing.js';

useDatabase();
const app = useApp();

const VARANASI = 'gn-1253405';
/** The count of a place follows a change within this time. */
const COUNT_WAIT = { timeout: 2_000, interval: 100 };

async function search({ agent }: Pick<SignedIn, 'agent'>, query: Record<string, string | number>) {
  const response = await agent.get('/api/place/search').query(query);
  expect(response.status).toBe(200);
  return z.parse(placesResponseSchema, response.body).places;
}

describe('GET /api/place/search', () => {
  it.each(['Varanasi', 'banar', 'काशी', 'Kashi', 'VARANASSI', 'Varanasi, Uttar Pradesh'])(
    'by %j: returns Varanasi first',
    async (q) => {
      const [place] = await search(await signIn(app), { q });
      expect(place).toMatchObject({ _id: VARANASI, slug: 'varanasi', localName: 'वाराणसी', kind: 'town' });
    },
  );

  it('returns each place with exactly the fields of a hit', async () => {
    const [place] = await search(await signIn(app), { q: 'banar' });
    expect(place).toEqual({
      _id: VARANASI,
      slug: 'varanasi',
      name: 'Varanasi',
      localName: 'वाराणसी',
      kind: 'town',
      state: 'Uttar Pradesh',
      district: 'Varanasi',
      lat: 25.3167,
      lon: 83.0104,
      storyCount: 0,
      matched: 'Banaras',
    });
  });

  it('returns villages of one name in a state with their districts, or the nearest cities', async () => {
    const places = await search(await signIn(app), { q: 'Banar, Rajasthan' });
    const villages = places.filter(({ name, kind }) => name === 'Banar' && kind === 'village');
    const differences = villages.map(({ district, near }) => district || near);
    expect(villages.length).toBeGreaterThan(1);
    expect(differences).not.toContain(undefined);
    expect(new Set(differences).size).toBe(villages.length);
  });

  it('returns 8 places, or as many as the limit allows', async () => {
    const user = await signIn(app);
    expect(await search(user, { q: 'Rampur' })).toHaveLength(8);
    expect(await search(user, { q: 'Rampur', limit: 1 })).toHaveLength(1);
    expect(await search(user, { q: 'Rampur', limit: 20 })).toHaveLength(20);
  });

  it.each(['', ' ', '…', 'xqzjxqzjxqzj'])('by %j: returns none', async (q) => {
    expect(await search(await signIn(app), { q })).toEqual([]);
  });

  it.each([
    ['a name that is too long', { q: 'a'.repeat(LIMITS.placeQuery + 1) }],
    ['limit 0', { q: 'Goa', limit: 0 }],
    ['limit 21', { q: 'Goa', limit: 21 }],
    ['no number', { q: 'Goa', limit: 'many' }],
  ])('with %s: responds 400', async (_case, query) => {
    const { agent } = await signIn(app);
    expect((await agent.get('/api/place/search').query(query)).status).toBe(400);
  });

  it('returns first, of several places with one name, the place near another that the viewer has written about', async () => {
    const [traveller, other] = [await signIn(app), await signIn(app)];
    const [shimla] = await search(traveller, { q: 'Shimla' });
    await createPost(traveller, { placeId: shimla?._id ?? null });

    const [forTraveller] = await search(traveller, { q: 'Rampur' });
    const [forOther] = await search(other, { q: 'Rampur' });

    expect([forTraveller?.state, forOther?.state]).toEqual(['Himachal Pradesh', 'Uttar Pradesh']);
  });

  it('returns first, of several places with one name, the place with stories', async () => {
    const author = await signIn(app);
    const [rampur] = await search(author, { q: 'Rampur, Himachal Pradesh' });
    await storePosts(40, () => ({ authorId: author.user._id, input: { placeId: rampur?._id ?? null } }));

    const [found] = await search(await signIn(app), { q: 'Rampur' });

    expect(found).toMatchObject({ state: 'Himachal Pradesh', storyCount: 40 });
  });

  it('counts the live stories of the place and of places within it, within two seconds', async () => {
    const author = await signIn(app);
    const countOf = async (q: string) => (await search(author, { q }))[0]?.storyCount;
    const expectCounts = (counts: object) =>
      vi.waitFor(
        async () =>
          expect({ town: await countOf('Varanasi'), state: await countOf('Uttar Pradesh') }).toEqual(counts),
        COUNT_WAIT,
      );
    await expectCounts({ town: 0, state: 0 });

    const first = await createPost(author, { placeId: VARANASI });
    const second = await createPost(author, { placeId: VARANASI });
    await createPost(author, { placeId: 'sf-state-up' });
    await createPost(author, { placeId: null });
    await expectCounts({ town: 2, state: 3 });

    await author.agent.delete(`/api/post/delete-post/${first._id}`);
    await unpublish(author, second._id);
    await expectCounts({ town: 0, state: 1 });

    await author.agent.post(`/api/post/${first._id}/undelete`);
    await expectCounts({ town: 1, state: 2 });
  });
});
