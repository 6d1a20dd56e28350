import { randomUUID } from 'node:crypto';
import { type Draft, LIKE_BASE } from '@safarnama/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildPostInput, createPost } from '../../test/factories.js';
import { createFullStory, expectHidden } from '../../test/full-story.js';
import { useDatabase } from '../../test/mongo.js';
import {
  listDrafts,
  MINUTE_MS,
  publish,
  readOwn,
  removeExpired,
  unpublish,
} from '../../test/unpublishing.js';
import { DraftModel } from '../draft/draft.model.js';
import { MediaModel } from '../media/media.model.js';
import { DeletedPostModel } from './deleted-post.model.js';
import { PostModel } from './post.model.js';
import { RevisionModel } from './revision.model.js';

useDatabase();
const app = useApp();
afterEach(() => {
  vi.restoreAllMocks();
});

const DAY_MS = 24 * 60 * MINUTE_MS;

const createPublicStory = () => createFullStory(app, { visibility: 'public' });

async function createUnpublished() {
  const story = await createPublicStory();
  const response = await unpublish(story.author, story.post._id);
  expect([response.status, response.body]).toEqual([200, expect.anything()]);
  const draft: Draft = response.body.draft;
  return { ...story, draft };
}

describe('POST /api/post/:id/unpublish', () => {
  it('responds 200 with a draft that has the words and the picture of the story', async () => {
    const { author, post, draft } = await createUnpublished();

    expect(draft).toMatchObject({
      blogTitle: post.blogTitle,
      blogHtml: post.blogHtml,
      blogImageMeta: post.blogImageMeta,
      blogLocation: post.blogLocation,
      visibility: 'public',
      postId: post._id,
      isUnpublished: true,
      baseVersion: 2,
      version: 1,
    });
    expect(await listDrafts(author)).toEqual([draft]);
    expect((await author.agent.get(draft.blogImage)).status).toBe(200);
  });

  it('hides the story: every request for it responds 404, and no list of stories contains it', async () => {
    const story = await createUnpublished();

    await expectHidden(story);
    await story.author.agent.post(`/api/post/${story.post._id}/undelete`).expect(404);
    expect((await story.author.agent.get('/api/post/deleted')).body.posts).toEqual([]);
  });

  it('of a story with an edit draft: turns it into the draft of the story, with its words', async () => {
    const { author, post } = await createPublicStory();
    const key = randomUUID();
    const edit = { blogTitle: 'Later', blogHtml: '<p>words</p>', postId: post._id, baseVersion: 2 };
    await author.agent.put(`/api/drafts/${key}`).send(edit).expect(200);

    const { body } = await unpublish(author, post._id);

    expect(body.draft).toMatchObject({ ...edit, key, isUnpublished: true, version: 1 });
    expect(await listDrafts(author)).toHaveLength(1);
  });

  it('by another user or for an unknown story: responds 403 or 404 and changes nothing', async () => {
    const { author, reader, post } = await createPublicStory();

    expect((await unpublish(reader, post._id)).status).toBe(403);
    expect((await unpublish(author, 'a'.repeat(24))).status).toBe(404);
    expect((await app.request().post(`/api/post/${post._id}/unpublish`)).status).toBe(401);
    expect(await readOwn(author, post._id)).toEqual(post);
    expect(await DraftModel.countDocuments()).toBe(0);
  });

  it('ten times concurrently: succeeds once, and leaves a draft', async () => {
    const { author, post } = await createPublicStory();

    const responses = await Promise.all(Array.from({ length: 10 }, () => unpublish(author, post._id)));

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await listDrafts(author)).length).toBeGreaterThan(0);
    expect(await PostModel.countDocuments()).toBe(0);
  });
});

describe('an unpublished story', () => {
  it('published again: responds 201 with the same id, address, dates, likes and comments', async () => {
    const { author, reader, post, draft } = await createUnpublished();

    const response = await publish(author, draft);

    expect(response.status).toBe(201);
    expect(response.body.post).toMatchObject({
      _id: post._id,
      slug: post.slug,
      createdAt: post.createdAt,
      updatedAt: post.updatedAt,
      visibility: 'public',
      likeCount: LIKE_BASE + 1,
      commentCount: 1,
      version: 2,
    });
    expect(Date.parse(response.body.post.publishedAt)).toBeGreaterThan(Date.parse(post.createdAt));
    expect(
      (await reader.agent.get(`/api/post/getpost/${encodeURIComponent(post.slug)}`)).body.post,
    ).toMatchObject({
      publishedAt: response.body.post.publishedAt,
      likedByMe: true,
      bookmarkedByMe: true,
    });
    expect((await reader.agent.get(response.body.post.blogImage)).status).toBe(200);
    expect(await listDrafts(author)).toEqual([]);
    expect(await DeletedPostModel.countDocuments()).toBe(0);
  });

  it('published again with other words and another visibility: makes them its next version', async () => {
    const { author, draft, post } = await createUnpublished();
    const input = { blogTitle: 'नया', blogImage: draft.blogImage, visibility: 'members' };

    const response = await publish(author, draft, input);

    expect(response.body.post).toMatchObject({ blogTitle: 'नया', version: 3, visibility: 'members' });
    expect((await author.agent.get(response.body.post.blogImage)).status).toBe(200);
    expect(Date.parse(response.body.post.updatedAt)).toBeGreaterThan(Date.parse(post.updatedAt));
    const { body } = await author.agent.get(`/api/post/${post._id}/revisions`);
    expect(body.revisions.map(({ number }: { number: number }) => number)).toEqual([3, 2, 1]);
  });

  it('published again twice concurrently, and by a retry: is one story', async () => {
    const { author, draft, post } = await createUnpublished();

    const responses = await Promise.all([publish(author, draft), publish(author, draft)]);
    const retry = await publish(author, draft);

    for (const { status, body } of [...responses, retry]) {
      expect([[200, 201].includes(status), body.post?._id]).toEqual([true, post._id]);
    }
    expect(retry.status).toBe(200);
    expect(await PostModel.countDocuments()).toBe(1);
  });

  it("published again with its draft's copy of the picture: an update with that address responds 200", async () => {
    const { author, post, draft } = await createUnpublished();
    const input = buildPostInput({ blogImage: draft.blogImage });
    const published = await publish(author, draft, input);

    const repeated = await author.agent.put(`/api/post/update-post/${post._id}`).send(input);

    expect([published.status, repeated.status]).toEqual([201, 200]);
    expect(repeated.body.post).toMatchObject({ blogImage: post.blogImage, version: 3 });
  });

  it('published again: can be unpublished and published once more', async () => {
    const { author, post, draft } = await createUnpublished();
    await publish(author, draft).expect(201);

    const again = await unpublish(author, post._id);
    const response = await publish(author, again.body.draft);

    expect(again.body.draft).toMatchObject({ isUnpublished: true, postId: post._id });
    expect([response.status, response.body.post._id]).toEqual([201, post._id]);
  });

  it('published again, then published by another draft of it: responds 409 with the story, and stays one story', async () => {
    const { author, draft, post } = await createUnpublished();
    const key = randomUUID();
    const input = { blogTitle: 'दूसरा', postId: post._id };
    const { body } = await author.agent.put(`/api/drafts/${key}`).send(input).expect(200);
    const published = await publish(author, draft).expect(201);

    const response = await publish(author, body.draft, { blogTitle: 'दूसरा' });

    expect([response.status, response.body.code]).toEqual([409, 'version_conflict']);
    expect(response.body.post).toEqual(published.body.post);
    expect(await PostModel.countDocuments()).toBe(1);
    expect(await listDrafts(author)).toMatchObject([{ key, postId: post._id, isUnpublished: false }]);
  });

  it('published again with a blank text: responds 400 and stays unpublished', async () => {
    const { author, draft } = await createUnpublished();

    const response = await publish(author, draft, { blogContent: ' ' });

    expect(response.status).toBe(400);
    expect(await listDrafts(author)).toEqual([draft]);
    expect(await PostModel.countDocuments()).toBe(0);
  });

  it('keeps its draft when the draft is saved with the id of another story, or another story with its key', async () => {
    const { author, draft } = await createUnpublished();
    const other = await createPost(author);

    for (const [version, input] of [
      [1, {}],
      [2, { postId: other._id }],
    ] as const) {
      const { body } = await author.agent.put(`/api/drafts/${draft.key}`).send({ ...input, version });
      expect(body.draft).toMatchObject({ postId: draft.postId, isUnpublished: true });
    }
    await author.agent
      .put(`/api/post/update-post/${other._id}`)
      .send({ ...buildPostInput(), draftKey: draft.key })
      .expect(200);
    expect(await listDrafts(author)).toHaveLength(1);
  });

  it('cannot be scheduled', async () => {
    const { author, draft } = await createUnpublished();
    const publishAt = new Date(Date.now() + DAY_MS).toISOString();

    const response = await author.agent.put(`/api/drafts/${draft.key}/schedule`).send({ publishAt });

    expect(response.status).toBe(400);
  });

  it('keeps its address and its pictures, without a time limit', async () => {
    const { author, draft, post } = await createUnpublished();

    const sameTitle = await createPost(author, { blogTitle: post.blogTitle });
    expect(await removeExpired(app)).toBe(0);
    await app.server.services.sweepMedia(new Date(Date.now() + 2 * DAY_MS));
    const { body } = await publish(author, draft);

    expect(sameTitle.slug).not.toBe(post.slug);
    expect(body.post.slug).toBe(post.slug);
    expect((await author.agent.get(body.post.blogImage)).status).toBe(200);
    const former = (await author.agent.get(`/api/post/${post._id}/revisions/1`)).body.revision;
    expect((await author.agent.get(former.blogImage)).status).toBe(200);
  });
});

describe('deleting the draft of an unpublished story', () => {
  it('deletes the story, which can be restored', async () => {
    const { author, reader, post, draft } = await createUnpublished();

    await author.agent.delete(`/api/drafts/${draft.key}`).expect(200);
    const deleted = await author.agent.get('/api/post/deleted');
    const restored = await author.agent.post(`/api/post/${post._id}/undelete`);

    expect(deleted.body.posts).toMatchObject([{ _id: post._id, deletedAt: expect.any(String) }]);
    expect([restored.status, restored.body.post]).toEqual([200, post]);
    expect((await reader.agent.get(post.blogImage)).status).toBe(200);
  });

  it('without restoring the story in time: removes it and its versions', async () => {
    const { author, draft } = await createUnpublished();
    await author.agent.delete(`/api/drafts/${draft.key}`).expect(200);

    expect(await removeExpired(app)).toBe(1);

    expect([await DeletedPostModel.countDocuments(), await RevisionModel.countDocuments()]).toEqual([0, 0]);
  });

  it('while another draft of it exists: deletes the draft only', async () => {
    const { author, draft, post } = await createUnpublished();
    const key = randomUUID();
    await author.agent.put(`/api/drafts/${key}`).send({ blogTitle: 'x', postId: post._id }).expect(200);

    await author.agent.delete(`/api/drafts/${key}`).expect(200);

    expect((await author.agent.get('/api/post/deleted')).body.posts).toEqual([]);
    expect((await publish(author, draft)).status).toBe(201);
  });
});

describe('unpublishing that was interrupted', () => {
  it('before the story left: leaves it published, and removes the copy', async () => {
    const { author, post } = await createPublicStory();
    vi.spyOn(PostModel, 'deleteOne').mockImplementationOnce(() => {
      throw new Error('killed');
    });
    expect((await unpublish(author, post._id)).status).toBe(500);

    expect(await readOwn(author, post._id)).toEqual(post);
    await removeExpired(app);

    expect(await DeletedPostModel.countDocuments()).toBe(0);
    expect(await readOwn(author, post._id)).toEqual(post);
  });

  it('after the story left: is completed, and the draft publishes it again', async () => {
    const { author, reader, post } = await createPublicStory();
    vi.spyOn(MediaModel, 'updateMany').mockImplementationOnce(() => {
      throw new Error('killed');
    });
    expect((await unpublish(author, post._id)).status).toBe(500);

    await removeExpired(app);

    expect((await reader.agent.get(post.blogImage)).status).toBe(404);
    const [draft] = await listDrafts(author);
    if (!draft) throw new Error('The draft is missing');
    expect(draft.isUnpublished).toBe(true);
    const { status, body } = await publish(author, draft);
    expect([status, body.post._id, body.post.slug]).toEqual([201, post._id, post.slug]);
  });

  it('after the story left: a repeat responds 404 and hides the picture', async () => {
    const { author, reader, post } = await createPublicStory();
    vi.spyOn(MediaModel, 'updateMany').mockImplementationOnce(() => {
      throw new Error('killed');
    });
    expect((await unpublish(author, post._id)).status).toBe(500);

    expect((await unpublish(author, post._id)).status).toBe(404);

    expect((await reader.agent.get(post.blogImage)).status).toBe(404);
    expect(await listDrafts(author)).toMatchObject([{ postId: post._id, isUnpublished: true }]);
  });

  it('publishing again, before the hidden copy was removed: is completed by the retry', async () => {
    const { author, post, draft } = await createUnpublished();
    vi.spyOn(DeletedPostModel, 'deleteOne').mockImplementationOnce(() => {
      throw new Error('killed');
    });
    expect((await publish(author, draft)).status).toBe(500);

    const retry = await publish(author, draft);

    expect([retry.status, retry.body.post._id]).toEqual([201, post._id]);
    expect([await listDrafts(author), await DeletedPostModel.countDocuments()]).toEqual([[], 0]);
    await removeExpired(app);
    expect((await readOwn(author, post._id))._id).toBe(post._id);
  });
});
