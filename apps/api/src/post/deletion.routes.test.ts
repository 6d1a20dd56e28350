import { randomUUID } from 'node:crypto';
import { LIKE_BASE, type Post, UNDELETE_MS } from '@safarnama/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readAllPages } from '../../test/all-pages.js';
import { useApp } from '../../test/app.js';
import { buildPostInput, createPost } from '../../test/factories.js';
import { createFullStory, expectHidden } from '../../test/full-story.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { MediaModel } from '../media/media.model.js';
import { NotificationModel } from '../notification/notification.model.js';
import { CommentModel } from './comment.model.js';
import { DeletedPostModel } from './deleted-post.model.js';
import { PostModel } from './post.model.js';
import { BookmarkModel, LikeModel } from './reaction.model.js';
import { RevisionModel } from './revision.model.js';

useDatabase();
const app = useApp();
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const UNKNOWN_ID = '0123456789abcdef01234567';

type Agent = Pick<SignedIn, 'agent'>;
const remove = ({ agent }: Agent, id: string) => agent.delete(`/api/post/delete-post/${id}`);
const undelete = ({ agent }: Agent, id: string) => agent.post(`/api/post/${id}/undelete`);
const listDeleted = ({ agent }: Agent, query = '') => agent.get(`/api/post/deleted${query}`);
const removeExpired = (now: Date) => app.server.services.deletions.removeExpired(now);
/** A time at which every story deleted so far is due for removal: after the restore period and the removal delay. */
const afterExpiry = () => new Date(Date.now() + UNDELETE_MS + 2 * MINUTE_MS);

/** Sets the clock forward. */
function advanceClock(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}

/** Counts the documents of all collections that belong to stories. */
async function countDocuments() {
  const [posts, deleted, revisions, likes, bookmarks, comments, media] = await Promise.all([
    PostModel.countDocuments(),
    DeletedPostModel.countDocuments(),
    RevisionModel.countDocuments(),
    LikeModel.countDocuments(),
    BookmarkModel.countDocuments(),
    CommentModel.countDocuments(),
    MediaModel.countDocuments(),
  ]);
  return { posts, deleted, revisions, likes, bookmarks, comments, media };
}
const NOTHING = { posts: 0, deleted: 0, revisions: 0, likes: 0, bookmarks: 0, comments: 0, media: 0 };

describe('a deleted story', () => {
  it("is hidden: every request for it responds 404, and only the author's list of deleted stories contains it", async () => {
    const story = await createFullStory(app);
    await remove(story.author, story.post._id).expect(200);

    await expectHidden(story);
    expect((await listDeleted(story.author)).body.posts).toMatchObject([{ _id: story.post._id }]);
  });

  it('after an interruption before its picture was hidden: a repeat responds 404 and hides the picture', async () => {
    const { author, reader, post } = await createFullStory(app);
    vi.spyOn(MediaModel, 'updateMany').mockImplementationOnce(() => {
      throw new Error('killed');
    });
    expect((await remove(author, post._id)).status).toBe(500);

    expect((await remove(reader, post._id)).status).toBe(404);
    expect((await reader.agent.get(post.blogImage)).status).toBe(200);
    expect((await remove(author, post._id)).status).toBe(404);

    expect((await reader.agent.get(post.blogImage)).status).toBe(404);
    await undelete(author, post._id).expect(200);
    expect((await reader.agent.get(post.blogImage)).status).toBe(200);
  });

  it('keeps its slug and its pictures while it can be restored', async () => {
    const { author, post } = await createFullStory(app);
    await remove(author, post._id);
    const sameTitle = await createPost(author, { blogTitle: post.blogTitle });

    await app.server.services.sweepMedia(new Date(Date.now() + 2 * DAY_MS));
    const restored: Post = (await undelete(author, post._id)).body.post;

    expect(sameTitle.slug).not.toBe(post.slug);
    expect(restored.slug).toBe(post.slug);
    expect((await author.agent.get(restored.blogImage)).status).toBe(200);
    const former = (await author.agent.get(`/api/post/${post._id}/revisions/1`)).body.revision;
    expect((await author.agent.get(former.blogImage)).status).toBe(200);
  });
});

describe('GET /api/post/deleted', () => {
  it("returns the user's own deleted stories as cards with their deletion times, latest deletion first", async () => {
    const { author, reader, post } = await createFullStory(app);
    const other = await createPost(author);
    await remove(author, post._id);
    await remove(author, other._id);

    const response = await listDeleted(author);

    expect(response.status).toBe(200);
    const { posts, nextCursor } = response.body;
    expect(posts.map(({ _id }: Post) => _id)).toEqual([other._id, post._id]);
    expect(posts[1]).toMatchObject({ blogTitle: post.blogTitle, likeCount: LIKE_BASE + 1, version: 2 });
    expect(posts[1]).toHaveProperty('excerpt');
    expect(posts[1]).not.toHaveProperty('blogHtml');
    expect(Date.now() - Date.parse(posts[1].deletedAt)).toBeLessThan(MINUTE_MS);
    expect(nextCursor).toBeNull();
    expect((await listDeleted(reader)).body.posts).toEqual([]);
  });

  it('page by page: returns each story once; after ten minutes: none', async () => {
    const author = await signIn(app);
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift((await createPost(author))._id);
    for (const id of [...ids].reverse()) await remove(author, id);

    const { rows } = await readAllPages<Post>(author, '/api/post/deleted', 'posts', { limit: 2 });
    advanceClock(UNDELETE_MS);
    const later = await listDeleted(author);

    expect(rows.map(({ _id }) => _id)).toEqual(ids);
    expect(later.body).toEqual({ posts: [], nextCursor: null });
  });

  it('with an invalid limit or cursor: responds 400; without a session: 401', async () => {
    const author = await signIn(app);

    for (const query of ['?limit=0', '?cursor=x']) {
      expect((await listDeleted(author, query)).status).toBe(400);
    }
    expect((await listDeleted({ agent: app.agent() })).status).toBe(401);
  });
});

describe('POST /api/post/:id/undelete', () => {
  it('within ten minutes: brings back the story with everything that belongs to it', async () => {
    const { author, reader, post, comment } = await createFullStory(app);
    const before = await countDocuments();
    await remove(author, post._id);
    advanceClock(UNDELETE_MS - 1_000);

    const response = await undelete(author, post._id);

    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ post, card: { _id: post._id, excerpt: expect.any(String) } });
    expect(await countDocuments()).toEqual(before);
    const seen = await reader.agent.get(`/api/post/getpost/${encodeURIComponent(post.slug)}`);
    expect(seen.body.post).toMatchObject({ likedByMe: true, bookmarkedByMe: true, commentCount: 1 });
    expect((await reader.agent.get(`/api/post/${post._id}/comments`)).body.comments).toEqual([comment]);
    expect((await reader.agent.get(post.blogImage)).status).toBe(200);
    expect((await listDeleted(author)).body.posts).toEqual([]);
    expect((await author.agent.get('/api/post/search?q=घाट')).body.posts).toHaveLength(1);
  });

  it('while the sweep looks for the picture of the story: keeps the picture', async () => {
    const { author, post } = await createFullStory(app);
    await remove(author, post._id);
    const exists = DeletedPostModel.exists.bind(DeletedPostModel);
    vi.spyOn(DeletedPostModel, 'exists').mockImplementationOnce((async (filter: object) => {
      await undelete(author, post._id).expect(200);
      return exists(filter);
    }) as never);

    await app.server.services.sweepMedia(new Date(Date.now() + 2 * DAY_MS));

    expect((await author.agent.get(post.blogImage)).status).toBe(200);
  });

  it('after ten minutes, or for a story that was not deleted, was already restored or does not exist: responds 404', async () => {
    const author = await signIn(app);
    const [expired, live, restored] = [
      await createPost(author),
      await createPost(author),
      await createPost(author),
    ];
    await remove(author, expired._id);
    await remove(author, restored._id);
    await undelete(author, restored._id).expect(200);
    advanceClock(UNDELETE_MS);

    for (const id of [expired._id, live._id, restored._id, UNKNOWN_ID]) {
      const response = await undelete(author, id);
      expect([response.status, response.body.message]).toEqual([404, 'Post not found']);
    }
  });

  it('by another user: responds 403 and keeps the story hidden; without a session 401, with a malformed id 400', async () => {
    const { author, reader, post } = await createFullStory(app);
    await remove(author, post._id);

    const responses = [
      await undelete(reader, post._id),
      await undelete({ agent: app.agent() }, post._id),
      await undelete(author, 'x'),
    ];

    expect(responses.map(({ status }) => status)).toEqual([403, 401, 400]);
    expect(await PostModel.countDocuments()).toBe(0);
  });

  it('after a deletion concurrent with updates: restores the version of the last successful update', async () => {
    const author = await signIn(app);
    for (let round = 0; round < 5; round += 1) {
      const post = await createPost(author);
      const [, ...updates] = await Promise.all([
        remove(author, post._id),
        ...['a', 'b', 'c'].map((blogTitle) =>
          author.agent.put(`/api/post/update-post/${post._id}`).send(buildPostInput({ blogTitle })),
        ),
      ]);
      const restored: Post = (await undelete(author, post._id)).body.post;

      const saved = updates.filter(({ status }) => status === 200).map(({ body }) => body.post);
      const last = saved.sort((a, b) => b.version - a.version)[0] ?? post;
      expect([restored.version, restored.blogTitle]).toEqual([last.version, last.blogTitle]);
    }
  });

  it('when another story has taken the slug since: adds a suffix to the slug of the restored story', async () => {
    const author = await signIn(app);
    const post = await createPost(author);
    await remove(author, post._id);
    const other = await createPost(author);
    await PostModel.updateOne({ _id: other._id }, { $set: { slug: post.slug } });

    const response = await undelete(author, post._id);

    expect(response.status).toBe(200);
    expect(response.body.post.slug).toMatch(new RegExp(`^${post.slug}-.`));
  });

  it('when a story with its clientPostId and slug has been created since: restores it beside that story', async () => {
    const author = await signIn(app);
    const post = await createPost(author, { clientPostId: 'client-post-1' });
    await remove(author, post._id);
    const other = await createPost(author, { clientPostId: 'client-post-1' });
    await PostModel.updateOne({ _id: other._id }, { $set: { slug: post.slug } });

    const response = await undelete(author, post._id);
    const repeated = await author.agent
      .post('/api/post/create-post')
      .send(buildPostInput({ clientPostId: 'client-post-1' }));

    expect(response.status).toBe(200);
    expect(response.body.post).toMatchObject({ _id: post._id, blogTitle: post.blogTitle });
    expect([repeated.status, repeated.body.post._id]).toEqual([200, other._id]);
    expect(await PostModel.countDocuments()).toBe(2);
  });

  it('with a comment that is sent again while the story is deleted: keeps the comment', async () => {
    const { author, reader, post } = await createFullStory(app);
    const body = { text: 'x', clientCommentId: 'comment-1' };
    const comments = `/api/post/${post._id}/comments`;
    await reader.agent.post(comments).send(body).expect(201);
    await remove(author, post._id);

    await reader.agent.post(comments).send(body).expect(404);
    await undelete(author, post._id).expect(200);

    expect((await reader.agent.get(comments)).body.comments).toHaveLength(2);
  });
});

describe('removeExpired', () => {
  it('ten minutes and the removal delay after a deletion: removes the story with everything that belongs to it', async () => {
    const { author, post } = await createFullStory(app);
    await remove(author, post._id);
    const hidden = await countDocuments();

    expect(await removeExpired(new Date(Date.now() + UNDELETE_MS))).toBe(0);
    expect(await countDocuments()).toEqual(hidden);
    expect(await removeExpired(afterExpiry())).toBe(1);
    expect(await countDocuments()).toEqual(NOTHING);
    expect(await removeExpired(afterExpiry())).toBe(0);
  });

  it('of a story with an edit draft: turns the draft into that of a new story, which can be scheduled', async () => {
    const author = await signIn(app);
    const post = await createPost(author);
    const path = `/api/drafts/${randomUUID()}`;
    const edit = { blogTitle: 'Later', blogHtml: '<p>words</p>', postId: post._id, baseVersion: 1 };
    const { draft } = (await author.agent.put(path).send(edit).expect(200)).body;
    await remove(author, post._id);
    expect((await author.agent.get(path)).body.draft).toEqual(draft);

    await removeExpired(afterExpiry());

    const { postId: _postId, ...words } = draft;
    expect((await author.agent.get(path)).body.draft).toEqual({ ...words, baseVersion: null });
    const publishAt = new Date(Date.now() + DAY_MS).toISOString();
    await author.agent.put(`${path}/schedule`).send({ publishAt }).expect(200);
    await author.agent
      .put(path)
      .send({ ...edit, version: 1 })
      .expect(200);
    expect((await author.agent.get(path)).body.draft).not.toHaveProperty('postId');
  });

  it('interrupted at any step: is completed by the next run, even by two concurrent ones', async () => {
    const models = [MediaModel, RevisionModel, LikeModel, BookmarkModel, CommentModel, NotificationModel];
    const steps = [
      ...models.map((model) => [model, 'deleteMany'] as const),
      [DeletedPostModel, 'deleteOne'] as const,
    ] as [typeof LikeModel, 'deleteMany' | 'deleteOne'][];
    for (const [model, method] of steps) {
      const { author, post } = await createFullStory(app);
      await remove(author, post._id);
      vi.spyOn(model, method).mockImplementationOnce(() => {
        throw new Error('killed');
      });

      await expect(removeExpired(afterExpiry())).rejects.toThrow('Deleted stories could not be removed: 1');
      await Promise.all([removeExpired(afterExpiry()), removeExpired(afterExpiry())]);

      expect(await countDocuments()).toEqual(NOTHING);
    }
  });

  it('with a story that cannot be removed: removes the later ones, and throws afterwards', async () => {
    const author = await signIn(app);
    const [first, second] = [await createPost(author), await createPost(author)];
    await remove(author, first._id);
    await remove(author, second._id);
    vi.spyOn(LikeModel, 'deleteMany').mockImplementationOnce(() => {
      throw new Error('broken');
    });

    await expect(removeExpired(afterExpiry())).rejects.toMatchObject({
      message: 'Deleted stories could not be removed: 1',
      errors: [expect.objectContaining({ message: 'broken' })],
    });

    expect(await DeletedPostModel.find().select('_id').lean()).toMatchObject([
      { _id: expect.toSatisfy((id) => String(id) === first._id) },
    ]);
    expect(await removeExpired(afterExpiry())).toBe(1);
  });

  it('after a deletion that was interrupted before the story was hidden: keeps the story', async () => {
    const { author, post } = await createFullStory(app);
    const before = await countDocuments();
    vi.spyOn(PostModel, 'deleteOne').mockImplementationOnce(() => {
      throw new Error('killed');
    });
    expect((await remove(author, post._id)).status).toBe(500);

    await removeExpired(afterExpiry());

    expect(await countDocuments()).toEqual(before);
    expect((await author.agent.get(post.blogImage)).status).toBe(200);
  });

  it.each(['a retry', 'the next run of removeExpired'])(
    'after an interrupted restore: %s completes it',
    async (completion) => {
      const { author, reader, post } = await createFullStory(app);
      const before = await countDocuments();
      await remove(author, post._id);
      vi.spyOn(MediaModel, 'updateMany').mockImplementationOnce(() => {
        throw new Error('killed');
      });
      expect((await undelete(author, post._id)).status).toBe(500);

      if (completion === 'a retry') await undelete(author, post._id).expect(200);
      else await removeExpired(afterExpiry());

      expect(await countDocuments()).toEqual(before);
      expect((await reader.agent.get(post.blogImage)).status).toBe(200);
      expect((await author.agent.get(`/api/post/my-posts/${post._id}`)).body).toEqual({ post });
    },
  );
});
