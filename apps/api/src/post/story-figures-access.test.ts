import { randomUUID } from 'node:crypto';
import { UNDELETE_MS } from '@safarnama/contracts';
import { describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildPostInput, createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { uploadPicture } from '../../test/upload-picture.js';
import { MediaModel } from '../media/media.model.js';
import { DeletedPostModel } from './deleted-post.model.js';
import { PostModel } from './post.model.js';

useDatabase();
const app = useApp();

const DAY_MS = 86_400_000;
const figure = (key: string) => `<figure><img src="/media/${key}" alt="" width="4" height="3"></figure>`;
const htmlWith = (key: string) => `<p>भोर</p>${figure(key)}`;

/** Requests a picture as each of these users. @returns the statuses. */
const open = (key: string, users: readonly SignedIn[]) =>
  Promise.all(users.map(async ({ agent }) => (await agent.get(`/media/${key}`)).status));

/** Signs in an author with a picture, and a reader. */
async function prepare() {
  const [author, reader] = [await signIn(app), await signIn(app)];
  return { author, reader, key: await uploadPicture(app, author) };
}

function update({ agent }: SignedIn, postId: string, blogHtml: string) {
  return agent.put(`/api/post/update-post/${postId}`).send(buildPostInput({ blogHtml }));
}

describe('GET /media/:key of a picture in the text of a story', () => {
  it('before it is in a published story: responds to the user who uploaded it, 404 to others', async () => {
    const { author, reader, key } = await prepare();

    const uploaded = await open(key, [author, reader]);
    await author.agent.put(`/api/drafts/${randomUUID()}`).send({ blogHtml: htmlWith(key) });

    expect(uploaded).toEqual([200, 404]);
    expect(await open(key, [author, reader])).toEqual([200, 404]);
    expect((await app.request().get(`/media/${key}`)).status).toBe(401);
  });

  it('in a published story: responds to every signed-in user, in every width', async () => {
    const { author, reader, key } = await prepare();
    await createPost(author, { blogHtml: htmlWith(key) });

    expect(await open(key, [author, reader])).toEqual([200, 200]);
    expect((await reader.agent.get(`/media/${key}?w=320`)).status).toBe(200);
  });

  it('after it has left the text of one of two stories: responds to every user; of both: to its author only', async () => {
    const { author, reader, key } = await prepare();
    const [first, second] = [
      await createPost(author, { blogHtml: htmlWith(key) }),
      await createPost(author, { blogHtml: htmlWith(key) }),
    ];

    await update(author, first._id, '<p>भोर</p>');
    const once = await open(key, [author, reader]);
    await update(author, second._id, '<p>भोर</p>');

    expect(once).toEqual([200, 200]);
    expect(await open(key, [author, reader])).toEqual([200, 404]);
  });

  it('while its story is deleted: responds 404 to others, and 200 again after it is restored', async () => {
    const { author, reader, key } = await prepare();
    const post = await createPost(author, { blogHtml: htmlWith(key) });

    await author.agent.delete(`/api/post/delete-post/${post._id}`);
    const deleted = await open(key, [author, reader]);
    const restored = await author.agent.post(`/api/post/${post._id}/undelete`);

    expect(deleted).toEqual([200, 404]);
    expect(restored.body.post).toMatchObject({ blogHtml: post.blogHtml, pictures: post.pictures });
    expect(await open(key, [author, reader])).toEqual([200, 200]);
  });

  it('while its story is unpublished: responds 404 to others, and 200 again after it is published', async () => {
    const { author, reader, key } = await prepare();
    const post = await createPost(author, { blogHtml: htmlWith(key) });

    const { draft } = (await author.agent.post(`/api/post/${post._id}/unpublish`)).body;
    const unpublished = await open(key, [author, reader]);
    await app.server.services.sweepMedia(new Date(Date.now() + 3 * DAY_MS));
    const { blogTitle, blogHtml, blogImage } = draft;
    const published = await createPost(author, { blogTitle, blogHtml, blogImage, draftKey: draft.key });

    expect(unpublished).toEqual([200, 404]);
    expect(published).toMatchObject({ _id: post._id, blogHtml: post.blogHtml, pictures: post.pictures });
    expect(await open(key, [author, reader])).toEqual([200, 200]);
  });

  it('with its key in the story of another user, however it got there: responds 404 to others', async () => {
    const { author, reader, key } = await prepare();
    const post = await createPost(reader, { blogHtml: '<p>Mine</p>' });
    const ownPost = await createPost(author, { blogHtml: htmlWith(key) });
    await update(author, ownPost._id, '<p>a</p>');
    const picture = { key, alt: '', caption: '', meta: { width: 4, height: 3, thumbhash: 'x' } };
    await PostModel.updateOne({ _id: post._id }, { $set: { pictures: [picture] } });

    expect(await open(key, [author, reader])).toEqual([200, 404]);
  });
});

describe('the sweep of pictures in texts', () => {
  const sweepIn = (ms: number) => app.server.services.sweepMedia(new Date(Date.now() + ms));
  const isStored = async (key: string) => (await MediaModel.exists({ key })) !== null;

  it('with pictures that no text has: removes them after a day', async () => {
    const { author, key } = await prepare();

    const early = await sweepIn(DAY_MS - 60_000);
    const late = await sweepIn(DAY_MS + 60_000);

    expect([early, late]).toMatchObject([{ media: 0 }, { media: 1, blobs: 1 }]);
    expect(await open(key, [author])).toEqual([404]);
  });

  it('with pictures in a draft, a story, a former version and a deleted story: removes none', async () => {
    const author = await signIn(app);
    const keys = [];
    for (let count = 0; count < 4; count += 1) keys.push(await uploadPicture(app, author));
    const [inDraft = '', inStory = '', inRevision = '', inDeleted = ''] = keys;
    await author.agent.put(`/api/drafts/${randomUUID()}`).send({ blogHtml: htmlWith(inDraft) });
    const story = await createPost(author, { blogHtml: htmlWith(inRevision) });
    await update(author, story._id, htmlWith(inStory));
    const deleted = await createPost(author, { blogHtml: htmlWith(inDeleted) });
    await author.agent.delete(`/api/post/delete-post/${deleted._id}`);

    expect(await sweepIn(3 * DAY_MS)).toMatchObject({ media: 0, blobs: 0, files: 0 });
    expect(await open(inDeleted, [author])).toEqual([200]);
  });

  it('after the last text with a picture is removed: removes the picture', async () => {
    const { author, key } = await prepare();
    const draftUrl = `/api/drafts/${randomUUID()}`;
    await author.agent.put(draftUrl).send({ blogHtml: htmlWith(key) });
    const post = await createPost(author, { blogHtml: htmlWith(key) });
    await update(author, post._id, '<p>भोर</p>');
    await author.agent.delete(draftUrl);
    await author.agent.delete(`/api/post/delete-post/${post._id}`);
    await sweepIn(2 * DAY_MS);
    const whileRestorable = await isStored(key);

    await app.server.services.deletions.removeExpired(new Date(Date.now() + UNDELETE_MS + 120_000));
    await sweepIn(2 * DAY_MS);

    expect(whileRestorable).toBe(true);
    expect(await isStored(key)).toBe(false);
  });

  it('while an old upload is added to a draft: spares it', async () => {
    const { author, key } = await prepare();
    await MediaModel.updateOne({ key }, { $set: { createdAt: new Date(Date.now() - 2 * DAY_MS) } });

    const swept = await app.server.services.media.sweep(new Date(), async () => {
      const saved = await author.agent.put(`/api/drafts/${randomUUID()}`).send({ blogHtml: htmlWith(key) });
      expect(saved.body.draft.blogHtml).toBe(htmlWith(key));
      // As if the lookup had run before the draft was saved.
      return false;
    });

    expect(swept.media).toBe(0);
    expect(await open(key, [author])).toEqual([200]);
  });

  it('with a deleted story that is restored between two of its reads: spares its pictures', async () => {
    const { author, key } = await prepare();
    const post = await createPost(author, { blogHtml: htmlWith(key) });
    await author.agent.delete(`/api/post/delete-post/${post._id}`);
    const exists = DeletedPostModel.exists.bind(DeletedPostModel);
    const search = vi.spyOn(DeletedPostModel, 'exists').mockImplementationOnce((filter) => {
      // Published stories have been searched already, deleted ones have not.
      const restored = author.agent.post(`/api/post/${post._id}/undelete`).expect(200);
      return restored.then(() => exists(filter)) as unknown as ReturnType<typeof exists>;
    });

    const swept = await sweepIn(2 * DAY_MS);

    expect(search).toHaveBeenCalled();
    expect(swept.media).toBe(0);
  });
});
