import type { PlaceMap, PlacePage } from '@safarnama/contracts';
import { describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';

useDatabase();
const writer = useApp();
/** Stands for another process: it has its own index of stories. */
const reader = useApp();

const VARANASI = 'gn-1253405';
const COUNT_WAIT = { timeout: 2_000, interval: 100 };

describe('the numbers of stories of places', () => {
  it('follow new, deleted and restored stories of another process within two seconds', async () => {
    const author = await signIn(writer);
    const read = async (path: string) => {
      const response = await reader.request().get(path).set('Cookie', author.cookie);
      expect([path, response.status]).toEqual([path, 200]);
      return response.body;
    };
    const expectCount = (count: number) =>
      vi.waitFor(async () => {
        const { place }: { place: PlacePage } = await read('/api/place/varanasi');
        const { posts } = await read('/api/place/varanasi/posts');
        const { place: neighbour }: { place: PlacePage } = await read('/api/place/sarnath');
        const { states, points, total }: PlaceMap = await read('/api/place/map');
        const { places } = await read('/api/place/search?q=Varanasi');
        const state = states.find(({ slug }) => slug === 'uttar-pradesh');
        const counts = [place.storyCount, place.authors.length, posts.length, total, state?.storyCount];
        expect([...counts, places[0].storyCount]).toEqual(counts.map(() => count).concat(count));
        const slugs = count > 0 ? ['varanasi'] : [];
        expect([points, neighbour.nearby].map((found) => found.map(({ slug }) => slug))).toEqual([
          slugs,
          slugs,
        ]);
      }, COUNT_WAIT);
    await expectCount(0);

    const { _id } = await createPost(author, { placeId: VARANASI });
    await expectCount(1);
    await author.agent.delete(`/api/post/delete-post/${_id}`).expect(200);
    await expectCount(0);
    await author.agent.post(`/api/post/${_id}/undelete`).expect(200);
    await expectCount(1);
  });
});
