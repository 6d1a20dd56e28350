import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { storePost } from '../../test/stored-posts.js';
import { PostModel } from '../post/post.model.js';
import { mergedTowns } from './place-migrations.js';

useDatabase();
const app = useApp();

const VARANASI = ['gn-1253405', 'sf-district-varanasi-uttar-pradesh', 'sf-state-up', 'sf-india'];
/** Rishikesh was in the gazetteer twice. */
const FORMER_RISHIKESH = 'gn-1258128';
const RISHIKESH = 'sf-rishikesh-uttarakhand';

async function migrate(stored: { placeId: string | null; placeIds: string[] }) {
  const author = await signIn(app);
  const post = await storePost({ authorId: author.user._id });
  await PostModel.updateOne({ _id: post._id }, { $set: stored }, { timestamps: false });
  const { changed } = await mergedTowns.runBatch(null);
  const { placeId, placeIds, updatedAt } = (await PostModel.findById(post._id).lean()) ?? {};
  expect(updatedAt).toEqual(post.updatedAt);
  return { author, changed, placeId, placeIds };
}

describe('correctPlaces', () => {
  it('with a place that another has replaced: stores the id of the replacement, whose page has the story', async () => {
    const { author, changed, placeId, placeIds } = await migrate({
      placeId: FORMER_RISHIKESH,
      placeIds: [FORMER_RISHIKESH, 'sf-state-uk', 'sf-india'],
    });

    expect([changed, placeId, placeIds?.[0]]).toEqual([1, RISHIKESH, RISHIKESH]);
    const page = await author.agent.get('/api/place/rishikesh-dehradun-uttarakhand');
    expect(page.body.place).toMatchObject({ _id: RISHIKESH, storyCount: 1 });
  });

  it('with a town that was listed in two spellings: stores the id of the remaining entry', async () => {
    const { changed, placeIds } = await migrate({
      placeId: 'gn-1255531',
      placeIds: ['gn-1255531', 'sf-district-sukma-chhattisgarh', 'sf-state-ct', 'sf-india'],
    });
    expect(changed).toBe(1);
    expect(placeIds).toEqual(['gn-11876655', 'sf-district-sukma-chhattisgarh', 'sf-state-ct', 'sf-india']);
  });

  it('with a town that is in another state: stores that state', async () => {
    const { placeIds } = await migrate({
      placeId: 'gn-1268381',
      placeIds: ['gn-1268381', 'sf-district-solan-himachal-pradesh', 'sf-state-hp', 'sf-india'],
    });
    expect(placeIds).toEqual(['gn-1268381', 'sf-district-panchkula-haryana', 'sf-state-hr', 'sf-india']);
  });

  it('with a place that is in another district: stores the places that contain it today', async () => {
    const { placeIds } = await migrate({
      placeId: VARANASI[0] ?? null,
      placeIds: ['gn-1253405', 'sf-state-up', 'sf-india'],
    });
    expect(placeIds).toEqual(VARANASI);
  });

  it('with a place in a district that the gazetteer lacked: stores that district', async () => {
    const lotusTemple = 'sf-lotus-temple-delhi';
    const { placeIds } = await migrate({
      placeId: lotusTemple,
      placeIds: [lotusTemple, 'sf-state-dl', 'sf-india'],
    });
    expect(placeIds).toEqual([lotusTemple, 'sf-district-south-east-delhi-delhi', 'sf-state-dl', 'sf-india']);
  });

  it.each([
    ['a correct place', { placeId: VARANASI[0] ?? null, placeIds: VARANASI }],
    ['no place', { placeId: null, placeIds: [] }],
  ])('with %s: changes nothing', async (_case, stored) => {
    expect(await migrate(stored)).toMatchObject({ changed: 0, ...stored });
  });
});
