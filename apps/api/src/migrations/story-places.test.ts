import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { storePost } from '../../test/stored-posts.js';
import { PostModel } from '../post/post.model.js';
import { storyPlaces } from './005-story-places.js';

useDatabase();
const app = useApp();

async function runAll(): Promise<void> {
  for (let checkpoint: unknown = null; ; ) {
    const batch = await storyPlaces.runBatch(checkpoint);
    checkpoint = batch.checkpoint;
    if (checkpoint === null) return;
  }
}

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

    await runAll();

    const stored = await PostModel.findById(post._id).lean();
    expect(stored?.placeId).toBe(placeId);
    expect(stored?.placeIds?.length).toBe(placeId && 4);
    expect(stored).toMatchObject({ blogLocation, updatedAt: post.updatedAt });
  });

  it('leaves a story without the place that its author has taken off', async () => {
    const { user } = await signIn(app);
    const { _id } = await storePost({ authorId: user._id, input: { blogLocation: 'Varanasi' } });
    await PostModel.updateOne({ _id }, { $set: { placeId: null, placeIds: [] } });

    await runAll();

    expect(await PostModel.findById(_id).lean()).toMatchObject({ placeId: null, placeIds: [] });
  });
});
