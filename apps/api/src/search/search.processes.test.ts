import { describe, expect, it } from 'vitest';
import { type TestApp, useApp } from '../../test/app.js';
import { createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { storePosts } from '../../test/stored-posts.js';

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
