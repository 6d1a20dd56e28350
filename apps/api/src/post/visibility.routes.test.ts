import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildPostInput, createPost, saveDraft, updatePost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { storePost } from '../../test/stored-posts.js';
import { PostModel } from './post.model.js';
import { RevisionModel } from './revision.model.js';

useDatabase();
const app = useApp();

describe('the visibility of a story', () => {
  it('is for members unless it is created as public, in every response', async () => {
    const author = await signIn(app);

    const members = await createPost(author);
    const open = await createPost(author, { visibility: 'public' });
    const cards = await author.agent.get('/api/post/my-posts?view=card');

    expect([members.visibility, open.visibility]).toEqual(['members', 'public']);
    expect(cards.body.posts.map((card: { visibility: string }) => card.visibility)).toEqual([
      'public',
      'members',
    ]);
  });

  it('of a story stored before it existed: is for members, also in its first revision', async () => {
    const author = await signIn(app);
    const post = await storePost({ authorId: author.user._id });

    const before = await author.agent.get(`/api/post/getpost/${post.slug}`);
    await updatePost(author, post._id.toHexString(), { visibility: 'public' });
    const { body } = await author.agent.get(`/api/post/${post._id}/revisions/1`);

    expect([before.body.post.visibility, body.revision.visibility]).toEqual(['members', 'members']);
  });

  it('changes with an update that names it, and stays with one that does not', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author, { visibility: 'public' });

    const unnamed = await updatePost(author, _id, {});
    const named = await updatePost(author, _id, { visibility: 'members' });

    expect([unnamed.visibility, named.visibility]).toEqual(['public', 'members']);
    expect(await PostModel.findById(_id).lean()).toMatchObject({ visibility: 'members', version: 3 });
  });

  it('is a change on its own; the same visibility again is not', async () => {
    const author = await signIn(app);
    const input = buildPostInput();
    const { _id } = await createPost(author, input);

    const changed = await updatePost(author, _id, { ...input, visibility: 'public' });
    const repeated = await updatePost(author, _id, { ...input, visibility: 'public' });

    expect([changed.version, repeated.version]).toEqual([2, 2]);
    expect(await RevisionModel.find().lean()).toMatchObject([{ number: 1, visibility: 'members' }]);
  });

  it('is part of a revision, and restored with it', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author, { visibility: 'public' });
    await updatePost(author, _id, { visibility: 'members' });

    const { body } = await author.agent.get(`/api/post/${_id}/revisions/1`);
    const restored = await author.agent.post(`/api/post/${_id}/revisions/1/restore`);

    expect(body.revision.visibility).toBe('public');
    expect(restored.body.post).toMatchObject({ visibility: 'public', version: 3 });
  });

  it.each(['everybody', '', null, true])(
    'given as %j: responds 400 and names the field',
    async (visibility) => {
      const author = await signIn(app);
      const body = { ...buildPostInput(), visibility };

      const response = await author.agent.post('/api/post/create-post').send(body);

      expect(response.status).toBe(400);
      expect(response.body.fields).toMatchObject([
        { field: 'visibility', code: 'visibility_invalid', message: 'visibility must be members or public' },
      ]);
    },
  );
});

describe('the visibility of a draft', () => {
  it('is for members at first, and stays with a save that does not name it', async () => {
    const author = await signIn(app);
    const key = randomUUID();

    const first = await saveDraft(author, key, {});
    const named = await saveDraft(author, key, { visibility: 'public', version: 1 });
    const unnamed = await saveDraft(author, key, { version: 2 });

    expect([first.visibility, named.visibility, unnamed.visibility]).toEqual(['members', 'public', 'public']);
  });

  it('of a draft that edits a story: is the visibility of the story', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author, { visibility: 'public' });

    expect(await saveDraft(author, randomUUID(), { postId: _id })).toMatchObject({ visibility: 'public' });
  });
});

describe('publishedAt', () => {
  it('of a story that was never unpublished: is its createdAt', async () => {
    const post = await createPost(await signIn(app));

    expect(post.publishedAt).toBe(post.createdAt);
  });
});
