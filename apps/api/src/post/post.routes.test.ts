import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildPostInput, createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { PostModel } from './post.model.js';

useDatabase();
const app = useApp();

describe('PUT /api/post/update-post/:id', () => {
  it('by somebody else than the author: answers 403 and leaves the post as it was', async () => {
    const author = await signIn(app);
    const post = await createPost(author);
    const other = await signIn(app);

    const response = await other.agent
      .put(`/api/post/update-post/${post._id}`)
      .send(buildPostInput({ blogTitle: 'Mine now' }));

    expect(response.status).toBe(403);
    expect(await PostModel.findById(post._id).lean()).toMatchObject({ blogTitle: post.blogTitle });
  });
});
