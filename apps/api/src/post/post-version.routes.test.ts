import { randomUUID } from 'node:crypto';
import { type Post, postConflictSchema } from '@safarnama/contracts';
import { Types } from 'mongoose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { useApp } from '../../test/app.js';
import { buildPostInput, createComment, createPost, PNG_DATA_URL } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { storePost } from '../../test/stored-posts.js';
import { MediaModel } from '../media/media.model.js';
import { PostModel } from './post.model.js';
import { RevisionModel } from './revision.model.js';

useDatabase();
const app = useApp();
afterEach(() => vi.restoreAllMocks());

const update = ({ agent }: Pick<SignedIn, 'agent'>, id: string, input: object) =>
  agent.put(`/api/post/update-post/${id}`).send(input);
/** Saves a draft with a copy of the story's picture. @returns the fields of an update that is taken from it. */
async function saveEditDraft({ agent }: Pick<SignedIn, 'agent'>, { _id: postId, blogImage }: Post) {
  const draftKey = randomUUID();
  const { body } = await agent.put(`/api/drafts/${draftKey}`).send({ postId, blogImage });
  return { draftKey, blogImage: body.draft.blogImage as string };
}
const findStored = (id: string) => PostModel.findById(id).lean();

describe('the version of a story', () => {
  it('is 1 at creation and in lists, and incremented by each update', async () => {
    const author = await signIn(app);
    const post = await createPost(author);

    const first = await update(author, post._id, buildPostInput());
    const second = await update(author, post._id, buildPostInput({ version: 2 }));

    expect(post.version).toBe(1);
    expect([first.status, first.body.post.version, first.body.card.version]).toEqual([200, 2, 2]);
    expect([second.status, second.body.post.version]).toEqual([200, 3]);
    const { body } = await author.agent.get('/api/post/my-posts?view=card');
    expect(body.posts[0].version).toBe(3);
  });

  it('of a story stored before versions existed: is 1, and 2 after an update based on 1', async () => {
    const author = await signIn(app);
    const post = await storePost({ authorId: author.user._id });

    const before = await author.agent.get(`/api/post/getpost/${post.slug}`);
    const after = await update(author, post._id.toHexString(), buildPostInput({ version: 1 }));

    expect(before.body.post.version).toBe(1);
    expect([after.status, after.body.post.version]).toEqual([200, 2]);
  });

  it('is not changed by likes and comments', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const post = await createPost(author);

    await reader.agent.put(`/api/post/${post._id}/like`);
    await createComment(reader, post._id, 'सुंदर!');

    expect((await findStored(post._id))?.version).toBe(1);
  });
});

describe('PUT /api/post/update-post/:id with a version', () => {
  it.each([
    ['an older', 1],
    ['a later', 3],
  ])(
    'with %s version while version 2 is stored: responds 409 with the story and changes nothing',
    async (_name, version) => {
      const author = await signIn(app);
      const { _id } = await createPost(author);
      const { body: stored } = await update(author, _id, buildPostInput({ blogImage: PNG_DATA_URL }));
      const media = await MediaModel.countDocuments();
      const other = toDataUrl(await buildPicture(9, 5, '#224488').png().toBuffer());

      const response = await update(author, _id, buildPostInput({ blogImage: other, version }));

      expect(response.status).toBe(409);
      const body = z.parse(postConflictSchema, response.body);
      expect(body).toMatchObject({ code: 'version_conflict', post: stored.post });
      expect(Object.keys(response.body).sort()).toEqual(['code', 'message', 'post', 'requestId']);
      expect(await findStored(_id)).toMatchObject({ blogTitle: stored.post.blogTitle, version: 2 });
      expect(await RevisionModel.countDocuments({ postId: _id })).toBe(1);
      expect(await MediaModel.countDocuments()).toBe(media);
      expect((await author.agent.get(stored.post.blogImage)).status).toBe(200);
    },
  );

  it('with an older version and the picture of that version: responds 409, not 400', async () => {
    const author = await signIn(app);
    const post = await createPost(author, { blogImage: PNG_DATA_URL });
    await update(author, post._id, buildPostInput({ blogImage: '' }));

    const response = await update(
      author,
      post._id,
      buildPostInput({ blogImage: post.blogImage, version: 1 }),
    );

    expect([response.status, response.body.code]).toEqual([409, 'version_conflict']);
  });

  it.each([
    ['is not one', 'data:image/png;base64,AAAA'],
    ['is at another site', 'https://example.com/a.png'],
  ])('with an older version and a picture that %s: responds 400, not 409', async (_name, blogImage) => {
    const author = await signIn(app);
    const post = await createPost(author);
    await update(author, post._id, buildPostInput());

    const response = await update(author, post._id, buildPostInput({ blogImage, version: 1 }));

    expect([response.status, response.body.code]).toEqual([400, 'invalid_image']);
  });

  it('without a version: replaces whatever is stored', async () => {
    const author = await signIn(app);
    const post = await createPost(author);
    await update(author, post._id, buildPostInput());

    const response = await update(author, post._id, buildPostInput({ blogTitle: 'Last write' }));

    expect(response.status).toBe(200);
    expect(response.body.post).toMatchObject({ blogTitle: 'Last write', version: 3 });
  });

  it.each([
    ['an outdated version', { version: 1 }],
    ['no version', {}],
  ])('with the stored values and %s: responds 200 without a new version', async (_name, version) => {
    const author = await signIn(app);
    const post = await createPost(author);
    const input = buildPostInput({ blogImage: PNG_DATA_URL, blogImageAlt: 'नाव', ...version });
    const first = await update(author, post._id, input);

    const repeated = await update(author, post._id, input);

    expect(repeated.status).toBe(200);
    expect(repeated.body).toEqual(first.body);
    expect(await RevisionModel.countDocuments({ postId: post._id })).toBe(1);
  });

  it("sent again with the picture of a draft that the first attempt deleted: responds 200 with the first attempt's story", async () => {
    const author = await signIn(app);
    const post = await createPost(author);
    const draftKey = randomUUID();
    const draft = await author.agent.put(`/api/drafts/${draftKey}`).send({ blogImage: PNG_DATA_URL });
    const input = buildPostInput({ draftKey, blogImage: draft.body.draft.blogImage, version: 1 });
    const first = await update(author, post._id, input);

    const repeated = await update(author, post._id, input);

    expect([first.status, repeated.status]).toEqual([200, 200]);
    expect(repeated.body).toEqual(first.body);
    expect((await author.agent.get(repeated.body.post.blogImage)).status).toBe(200);
  });

  it.each([
    ['with other words', { blogTitle: 'later' }, 2],
    ['without other changes', {}, 1],
  ])(
    "sent again with a deleted draft's copy of the unchanged picture, %s: responds 200 both times",
    async (_change, changes, version) => {
      const author = await signIn(app);
      const before = buildPostInput({ blogImage: PNG_DATA_URL });
      const post = await createPost(author, before);
      const input = { ...before, ...changes, ...(await saveEditDraft(author, post)), version: 1 };
      const first = await update(author, post._id, input);

      const repeated = await update(author, post._id, input);

      expect([first.status, repeated.status]).toEqual([200, 200]);
      expect(repeated.body).toEqual(first.body);
      expect(repeated.body.post).toMatchObject({ blogImage: post.blogImage, version });
    },
  );

  it("with a draft's copy of the picture, which is replaced at this moment: leaves the new one without the address", async () => {
    const author = await signIn(app);
    const before = buildPostInput({ blogImage: PNG_DATA_URL });
    const post = await createPost(author, before);
    const source = await saveEditDraft(author, post);
    const other = toDataUrl(await buildPicture(9, 5, '#224488').png().toBuffer());
    const { media } = app.server.services;
    const accept = media.accept.bind(media);
    vi.spyOn(media, 'accept').mockImplementationOnce(async (...args) => {
      const accepted = await accept(...args);
      await update(author, post._id, { ...before, blogImage: other });
      return accepted;
    });

    const response = await update(author, post._id, { ...before, blogTitle: 'later', ...source });

    expect(response.status).toBe(200);
    expect(response.body.post.blogImage).not.toBe(post.blogImage);
    expect(await findStored(post._id)).toMatchObject({ blogTitle: 'later', blogImageSource: null });
  });

  it('sent again while the first attempt takes the picture of the draft: responds 200 to both', async () => {
    const author = await signIn(app);
    const post = await createPost(author);
    const draftKey = randomUUID();
    const draft = await author.agent.put(`/api/drafts/${draftKey}`).send({ blogImage: PNG_DATA_URL });
    const input = buildPostInput({ draftKey, blogImage: draft.body.draft.blogImage, version: 1 });
    const { media } = app.server.services;
    const accept = media.accept.bind(media);
    let first: { status: number; body: object } | undefined;
    vi.spyOn(media, 'accept').mockImplementationOnce(async (...args) => {
      first = await update(author, post._id, input);
      return accept(...args);
    });

    const repeated = await update(author, post._id, input);

    expect([first?.status, repeated.status]).toEqual([200, 200]);
    expect(repeated.body).toEqual(first?.body);
    expect(await findStored(post._id)).toMatchObject({ version: 2 });
  });

  it.each([
    ['a version', { version: 1 }],
    ['no version', {}],
  ])(
    'sent twice at once with a new picture and %s: saves one version and responds 200 to both',
    async (_name, version) => {
      const author = await signIn(app);
      const post = await createPost(author);
      const input = buildPostInput({ blogImage: PNG_DATA_URL, ...version });
      const { media } = app.server.services;
      const accept = media.accept.bind(media);
      // Both requests have stored the picture, each under its own key, before either saves the story.
      let accepted = 0;
      vi.spyOn(media, 'accept').mockImplementation(async (...args) => {
        const picture = await accept(...args);
        accepted += 1;
        await vi.waitUntil(() => accepted === 2, { timeout: 5000, interval: 5 });
        return picture;
      });

      const [first, second] = await Promise.all([
        update(author, post._id, input),
        update(author, post._id, input),
      ]);

      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.body).toEqual(first.body);
      expect(await findStored(post._id)).toMatchObject({ version: 2 });
      expect(await RevisionModel.countDocuments({ postId: post._id })).toBe(1);
      expect(await MediaModel.countDocuments()).toBe(1);
      expect((await author.agent.get(first.body.post.blogImage)).status).toBe(200);
    },
  );

  it('20 times concurrently with one version: accepts one and responds 409 to the others', async () => {
    const author = await signIn(app);
    const post = await createPost(author, { blogImage: PNG_DATA_URL });

    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        update(author, post._id, buildPostInput({ blogImage: post.blogImage, version: 1 })),
      ),
    );

    const accepted = responses.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await findStored(post._id)).toMatchObject({
      blogTitle: accepted[0]?.body.post.blogTitle,
      version: 2,
    });
    // The story's picture and that of its only revision.
    expect(await MediaModel.countDocuments()).toBe(2);
  });

  it('20 times concurrently without a version: saves each as a version of its own', async () => {
    const author = await signIn(app);
    const post = await createPost(author);

    const responses = await Promise.all(
      Array.from({ length: 20 }, () => update(author, post._id, buildPostInput())),
    );

    const versions = responses.map(({ body }) => body.post.version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
    const revisions = await RevisionModel.find({ postId: post._id }).sort({ number: 1 }).lean();
    expect(revisions.map(({ number }) => number)).toEqual(versions.map((version) => version - 1));
    const titles = new Map(responses.map(({ body }) => [body.post.version, body.post.blogTitle]));
    for (const { number, blogTitle } of revisions.slice(1)) expect(blogTitle).toBe(titles.get(number));
  });

  it.each([0, -1, 1.5, '1', null])('with the version %j: responds 400', async (version) => {
    const author = await signIn(app);

    const response = await update(author, new Types.ObjectId().toHexString(), {
      ...buildPostInput(),
      version,
    });

    expect(response.status).toBe(400);
    expect(response.body.fields[0].field).toBe('version');
  });

  it('by another user, with any version: responds 403 without the story', async () => {
    const post = await createPost(await signIn(app));

    const response = await update(await signIn(app), post._id, buildPostInput({ version: 9 }));

    expect([response.status, response.body.post]).toEqual([403, undefined]);
  });
});
