import { expect } from 'vitest';
import type { TestApp } from './app.js';
import { buildPostInput, createComment, createPost, PNG_DATA_URL } from './factories.js';
import { type SignedIn, signIn } from './sign-in.js';
import { readOwn } from './unpublishing.js';

/** Creates a story with a picture, a former version, a like, a bookmark and a comment. */
export async function createFullStory(app: TestApp, input: object = {}) {
  const [author, reader] = [await signIn(app), await signIn(app)];
  const { _id } = await createPost(author, { blogImage: PNG_DATA_URL, ...input });
  await author.agent.put(`/api/post/update-post/${_id}`).send({ blogTitle: 'घाट', blogContent: 'सुबह' });
  await reader.agent.put(`/api/post/${_id}/like`).expect(200);
  await reader.agent.put(`/api/post/${_id}/bookmark`).expect(200);
  const comment = await createComment(reader, _id, 'सुंदर!');
  return { author, reader, post: await readOwn(author, _id), comment };
}
type FullStory = Awaited<ReturnType<typeof createFullStory>>;

/** Expects 404 for every request for a full story that is deleted or unpublished, and that no list contains it. */
export async function expectHidden({ author, reader, post }: Omit<FullStory, 'comment'>): Promise<void> {
  const requests: [SignedIn, 'get' | 'put' | 'post' | 'delete', string, object?][] = [
    [reader, 'get', `getpost/${encodeURIComponent(post.slug)}`],
    [author, 'get', `getpost/${encodeURIComponent(post.slug)}`],
    [author, 'get', `my-posts/${post._id}`],
    [author, 'put', `update-post/${post._id}`, buildPostInput()],
    [author, 'delete', `delete-post/${post._id}`],
    [author, 'post', `${post._id}/unpublish`],
    [author, 'get', `${post._id}/revisions`],
    [author, 'get', `${post._id}/revisions/1`],
    [author, 'post', `${post._id}/revisions/1/restore`],
    [reader, 'put', `${post._id}/like`],
    [reader, 'delete', `${post._id}/like`],
    [reader, 'put', `${post._id}/bookmark`],
    [reader, 'delete', `${post._id}/bookmark`],
    [reader, 'get', `${post._id}/comments`],
    [reader, 'post', `${post._id}/comments`, { text: 'x' }],
  ];
  for (const [user, method, path, body] of requests) {
    const response = await user.agent[method](`/api/post/${path}`).send(body);
    expect([path, response.status]).toEqual([path, 404]);
  }
  for (const path of ['getposts', 'my-posts', `by-author/${author.user._id}`, 'search?q=घाट']) {
    expect([path, (await author.agent.get(`/api/post/${path}`)).body.posts]).toEqual([path, []]);
  }
  expect((await reader.agent.get('/api/post/bookmarks')).body.posts).toEqual([]);
  expect((await reader.agent.get(post.blogImage)).status).toBe(404);
}
