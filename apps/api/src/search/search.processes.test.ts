import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type TestApp, useApp } from '../../test/app.js';
import { createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { storePosts } from '../../test/stored-posts.js';
import { storyRecords } from '../post/story-records.js';
import { createIndexSync } from './index-sync.js';

useDatabase();
const first = useApp();
const second = useApp();

const STORY = { blogTitle: 'Lamps on the river', blogContent: 'Bells.', blogLocation: '' };

async function findTitles(app: TestApp, { cookie }: SignedIn, q: string): Promise<string[]> {
  const { body } = await app.request().get('/api/post/search').query({ q }).set('Cookie', cookie).expect(200);
  return body.posts.map(({ blogTitle }: { blogTitle: string }) => blogTitle);
}

async function suggestTitles(app: TestApp, { cookie }: SignedIn, q: string): Promise<string[]> {
  const { body } = await app
    .request()
    .get('/api/post/suggest')
    .query({ q })
    .set('Cookie', cookie)
    .expect(200);
  return body.stories.map(({ blogTitle }: { blogTitle: string }) => blogTitle);
}

describe('search in two processes', () => {
  it('for a story that was written, changed or deleted through the other process: the next search reflects it', async () => {
    const author = await signIn(first);
    expect(await findTitles(second, author, 'lamps')).toEqual([]);

    const post = await createPost(author, STORY);
    expect(await findTitles(second, author, 'lamps')).toEqual([STORY.blogTitle]);

    const url = `/api/post/update-post/${post._id}`;
    await author.agent
      .put(url)
      .send({ ...STORY, blogTitle: 'Boats on the river' })
      .expect(200);
    expect(await findTitles(second, author, 'lamps')).toEqual([]);
    expect(await findTitles(second, author, 'boats')).toEqual(['Boats on the river']);

    await author.agent.delete(`/api/post/delete-post/${post._id}`).expect(200);
    expect(await findTitles(second, author, 'boats')).toEqual([]);
    expect(await suggestTitles(second, author, 'boats')).toEqual([]);
  });

  it('for a story that was unpublished through the other process: does not find it', async () => {
    const author = await signIn(first);
    const reader = await signIn(second);
    const post = await createPost(author, STORY);
    expect(await findTitles(second, reader, 'lamps')).toEqual([STORY.blogTitle]);

    await author.agent.post(`/api/post/${post._id}/unpublish`).expect(200);

    for (const user of [author, reader]) {
      expect(await findTitles(second, user, 'lamps')).toEqual([]);
      expect(await suggestTitles(second, user, 'lamps')).toEqual([]);
    }
  });

  it('for stories that were deleted and unpublished after the clock was set back: does not count them', async () => {
    const author = await signIn(first);
    const [deleted, unpublished, other] = [
      await createPost(author, STORY),
      await createPost(author, STORY),
      await createPost(author, STORY),
    ];
    const sync = createIndexSync(storyRecords);
    await sync.complete();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60 * 60 * 1000 });
    onTestFinished(() => void vi.useRealTimers());

    await author.agent.delete(`/api/post/delete-post/${deleted._id}`).expect(200);
    await author.agent.post(`/api/post/${unpublished._id}/unpublish`).expect(200);

    expect((await sync.complete()).ids()).toEqual([other._id]);
  });

  it('after many stories were stored: finds them, and one that is written afterwards', async () => {
    const author = await signIn(first);
    await storePosts(300, (index) => ({
      authorId: author.user._id,
      input: { blogTitle: `Munnar ${index}` },
    }));
    expect(await findTitles(second, author, 'munnar')).toHaveLength(20);

    await createPost(author, STORY);

    expect(await findTitles(second, author, 'lamps')).toEqual([STORY.blogTitle]);
  });
});
