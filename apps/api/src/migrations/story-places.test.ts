import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { runAllBatches } from '../../test/migrations.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { storePost } from '../../test/stored-posts.js';
import { PostModel } from '../post/post.model.js';
import { namesOfStates, statesBeforeTowns, storyPlaces } from './place-migrations.js';

useDatabase();
const app = useApp();

describe('the migration that sets the places of old stories', () => {
  it.each([
    ['Varanasi', 'gn-1253405'],
    ['बनारस, उत्तर प्रदेश', 'gn-1253405'],
    ['Rampur', undefined],
    ['Somewhere in the hills', undefined],
    ['', undefined],
  ])('of a story in %j: sets %s', async (blogLocation, placeId) => {
    const { user } = await signIn(app);
    const post = await storePost({ authorId: user._id, input: { blogLocation } });

    await runAllBatches(storyPlaces);

    const stored = await PostModel.findById(post._id).lean();
    expect(stored?.placeId).toBe(placeId);
    expect(stored?.placeIds?.length).toBe(placeId && 4);
    expect(stored).toMatchObject({ blogLocation, updatedAt: post.updatedAt });
  });

  it('of a story whose author has removed the place: sets none', async () => {
    const { user } = await signIn(app);
    const { _id } = await storePost({ authorId: user._id, input: { blogLocation: 'Varanasi' } });
    await PostModel.updateOne({ _id }, { $set: { placeId: null, placeIds: [] } });

    await runAllBatches(storyPlaces);

    expect(await PostModel.findById(_id).lean()).toMatchObject({ placeId: null, placeIds: [] });
  });
});

describe('the migration for the names of states', () => {
  const INDI = ['gn-1269751', 'sf-district-vijayapura-karnataka', 'sf-state-ka', 'sf-india'];
  const KOCHI = ['gn-1273874', 'sf-district-ernakulam-kerala', 'sf-state-kl', 'sf-india'];

  it.each([
    ['ಕೇರಳ', undefined, ['sf-state-kl', 'sf-india']],
    ['இந்தியா', INDI, ['sf-india']],
    ['Indi', INDI, INDI],
    ['கேரளா', KOCHI, KOCHI],
    ['इंडिया', KOCHI, KOCHI],
    ['ಬಿಹಾರ', [], []],
  ])('of a story in %j with the places %j: stores %j', async (blogLocation, stored, expected) => {
    const { user } = await signIn(app);
    const { _id } = await storePost({ authorId: user._id, input: { blogLocation } });
    if (stored) {
      const place = { placeId: stored[0] ?? null, placeIds: stored };
      await PostModel.updateOne({ _id }, { $set: place }, { timestamps: false });
    }

    await runAllBatches(namesOfStates);

    expect((await PostModel.findById(_id).lean())?.placeIds).toEqual(expected);
  });
});

describe('the migration for states that share their name with a town', () => {
  it('of a story without a place in such a state: sets the state', async () => {
    const { user } = await signIn(app);
    const { _id } = await storePost({ authorId: user._id, input: { blogLocation: 'బీహార్' } });

    await runAllBatches(statesBeforeTowns);

    expect((await PostModel.findById(_id).lean())?.placeIds).toEqual(['sf-state-br', 'sf-india']);
  });
});
