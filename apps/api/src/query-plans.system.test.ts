import { randomUUID } from 'node:crypto';
import { UNDELETE_MS } from '@safarnama/contracts';
import mongoose, { type mongo, Types } from 'mongoose';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp } from '../test/app.js';
import { buildPostInput, createPost } from '../test/factories.js';
import { useDatabase } from '../test/mongo.js';
import { type SignedIn, signIn } from '../test/sign-in.js';
import { storePosts } from '../test/stored-posts.js';
import { uploadPicture } from '../test/upload-picture.js';
import { SessionModel } from './auth/session.model.js';
import { DraftModel } from './draft/draft.model.js';
import { listDue } from './draft/scheduled-drafts.js';
import { FollowModel } from './follow/follow.model.js';
import { whenBackgroundTasksEnd } from './lib/background.js';
import { UploadModel } from './media/upload.model.js';
import { BlockModel } from './message/block.model.js';
import { ChangeModel } from './message/change.model.js';
import { ConversationModel } from './message/conversation.model.js';
import { conversationKey, MessageModel } from './message/message.model.js';
import { NotificationModel } from './notification/notification.model.js';
import { CommentModel } from './post/comment.model.js';
import { pruneThreads } from './post/comment-threads.js';
import { DeletedPostModel } from './post/deleted-post.model.js';
import { PostModel } from './post/post.model.js';
import { countByPost } from './post/post-counts.js';
import { BookmarkModel, LikeModel } from './post/reaction.model.js';
import { RevisionModel } from './post/revision.model.js';
import { isInAnyText } from './post/text-pictures.js';
import { buildNameFields } from './user/name-search.js';
import { UserModel } from './user/user.model.js';

useDatabase();
const app = useApp();

/** Number of stories, drafts, comments and bookmarks that are stored: many more than fit on a page. */
const ROWS = 30;
/** A change of a story removes the oldest versions beyond 50. */
const VERSIONS = 60;
const LIMIT = 5;
const VARANASI = 'gn-1253405';

/** A read, or the read part of a write, as passed to the driver. */
interface Read {
  collection: string;
  params: unknown[];
}

/** How the database executed a read. */
interface Plan {
  collection: string;
  /** Names of the fields that it filters by. */
  fields: string[];
  stages: string[];
  docsExamined: number;
}

/** Writes that first search for the documents to change. */
const WRITES_WITH_FILTER = [
  'findOneAndUpdate',
  'findOneAndDelete',
  'updateOne',
  'deleteOne',
  'deleteMany',
  'updateMany',
];

/**
 * Splits an aggregation's first stage into one filter for each branch of its `$or`, because each has its index range.
 */
function splitBranches([[{ $match }]]: [[{ $match: { $or?: object[] } }]]): object[] {
  const { $or = [{}], ...otherConditions } = $match;
  return $or.map((branch) => ({ ...branch, ...otherConditions }));
}

/** The projection of an aggregation that only counts by a field, which its index may contain; else none. */
function readGroupedField([[, stage]]: [[object, { $group?: Record<string, unknown> }?]]): mongo.FindOptions {
  const { _id: field, ...counters } = stage?.$group ?? {};
  const isCount = Object.values(counters).every((counter) => JSON.stringify(counter) === '{"$sum":1}');
  return typeof field === 'string' && isCount ? { projection: { _id: 0, [field.slice(1)]: 1 } } : {};
}

/** Runs a task and returns its reads. */
async function captureReads(run: () => Promise<void>): Promise<Read[]> {
  const reads: Read[] = [];
  const listen = (operation: { collectionName: string; method: string; params: unknown[] }) => {
    const { collectionName: collection, method, params } = operation;
    if (method === 'find') reads.push({ collection, params });
    if (method === 'findOne') {
      const [filter, options] = params as [object, object?];
      reads.push({ collection, params: [filter, { ...options, limit: 1 }] });
    }
    if (WRITES_WITH_FILTER.includes(method)) reads.push({ collection, params: [params[0], {}] });
    if (method === 'aggregate') {
      const filters = splitBranches(params as Parameters<typeof splitBranches>[0]);
      const options = readGroupedField(params as Parameters<typeof readGroupedField>[0]);
      reads.push(...filters.map((filter) => ({ collection, params: [filter, options] })));
    }
  };
  mongoose.connection.on('operation-start', listen);
  try {
    await run();
  } finally {
    mongoose.connection.off('operation-start', listen);
  }
  return reads;
}

/** Collects all values of a member at any depth, because engines nest their plans differently. */
function collectValues(node: unknown, name: string): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => [
    ...(key === name ? [value] : []),
    ...collectValues(value, name),
  ]);
}

async function explain({ collection, params }: Read): Promise<Plan> {
  // These are the arguments of the driver's `find`.
  const [filter, { sort, limit, projection, hint }] = params as [
    mongo.Filter<mongo.BSON.Document>,
    mongo.FindOptions,
  ];
  const explained = await mongoose.connection
    .collection(collection)
    .find(filter, {
      ...(sort ? { sort } : {}),
      ...(limit ? { limit } : {}),
      ...(projection ? { projection } : {}),
      ...(hint ? { hint } : {}),
    })
    .explain('executionStats');
  return {
    collection,
    fields: Object.keys(filter),
    stages: collectValues(explained, 'stage').map(String),
    docsExamined: Number(collectValues(explained, 'totalDocsExamined')[0]),
  };
}

/** Whether a collection has an index that fits the filter and the order of a read, whatever plan the engine chooses. */
async function hasIndexFor({ collection, params }: Read): Promise<boolean> {
  const [filter = {}, { sort = {} } = {}] = params as [object?, mongo.FindOptions?];
  const conditions = '$and' in filter && Array.isArray(filter.$and) ? [filter, ...filter.$and] : [filter];
  const fields = new Set(conditions.flatMap((condition) => Object.keys(condition)));
  const order = Object.keys(sort);
  const indexes = await mongoose.connection.collection(collection).indexes();
  return indexes.some(({ key }) => {
    const keys = Object.keys(key);
    const start = keys.indexOf(order[0] ?? '');
    if (start === -1) return order.length === 0 && fields.has(keys[0] ?? '');
    return (
      keys.slice(0, start).every((name) => fields.has(name)) &&
      order.every((name, at) => keys[start + at] === name)
    );
  });
}

/**
 * False for an engine that scans the whole collection when a filter has more conditions than an index covers. Its
 * plans depend on the engine rather than on the queries.
 */
async function hasPlanner(): Promise<boolean> {
  const probe = { collection: 'users', params: [{ _id: new Types.ObjectId(), fullName: 'x' }, {}] };
  return !(await explain(probe)).stages.includes('COLLSCAN');
}

interface Call {
  path: string;
  method?: 'get' | 'post' | 'put' | 'delete';
  query?: Record<string, string | number>;
  body?: object;
}

/** Sends a request and returns the plans of its reads and the body of its response. */
async function explainResponse(
  { agent }: SignedIn,
  { path, method = 'get', query = {}, body }: Call,
): Promise<{ plans: Plan[]; body: Record<string, unknown> }> {
  let responseBody = {};
  const reads = await captureReads(async () => {
    const response = await agent[method](path).query(query).send(body);
    expect([path, response.status]).toEqual([path, expect.toSatisfy((status) => status < 300)]);
    responseBody = response.body;
  });
  const plans: Plan[] = [];
  for (const read of reads) {
    expect([read, await hasIndexFor(read)]).toEqual([read, true]);
    plans.push(await explain(read));
  }
  return { plans, body: responseBody };
}

/** Sends a request and returns the plans of its reads. */
const explainCall = async (user: SignedIn, call: Call): Promise<Plan[]> =>
  (await explainResponse(user, call)).plans;

interface List {
  path: string;
  query?: Record<string, string>;
  /** Collection of its rows. */
  collection: string;
}

describe('the queries behind a list', () => {
  let reader: SignedIn;
  let postId: string;
  /** A story of the reader with many versions. */
  let ownPostId: string;

  beforeEach(async () => {
    reader = await signIn(app);
    const userId = new Types.ObjectId(reader.user._id);
    const other = new Types.ObjectId();
    const posts = await storePosts(ROWS, (index) => ({
      // Every other story belongs to another user.
      authorId: (index % 2 ? userId : other).toHexString(),
      createdAt: new Date(Date.now() - index * 1000),
    }));
    // Every third story is public.
    await PostModel.updateMany(
      { _id: mongoose.trusted({ $in: posts.filter((_, index) => index % 3 === 0).map(({ _id }) => _id) }) },
      { $set: { visibility: 'public' } },
    );
    await PostModel.updateMany(
      { _id: mongoose.trusted({ $in: posts.filter((_, index) => index % 2).map(({ _id }) => _id) }) },
      { $set: { placeId: VARANASI, placeIds: [VARANASI, 'sf-state-up', 'sf-india'] } },
    );
    postId = posts[0]?._id.toHexString() ?? '';
    ownPostId = posts[1]?._id.toHexString() ?? '';
    const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);
    const rows = Array.from({ length: ROWS }, (_, index) => ({
      _id: new Types.ObjectId(),
      createdAt: secondsAgo(index),
    }));
    await DeletedPostModel.insertMany(
      posts.map((post, index) => ({ ...post, _id: new Types.ObjectId(), deletedAt: secondsAgo(index) })),
    );
    await PostModel.updateOne({ _id: ownPostId }, { $set: { version: VERSIONS + 1 } });
    await RevisionModel.insertMany(
      Array.from({ length: VERSIONS }, (_, index) =>
        [ownPostId, postId].map((id) => ({
          postId: id,
          number: index + 1,
          createdAt: secondsAgo(index),
          blogTitle: 'x',
          blogContent: 'x',
          blogHtml: '<p>x</p>',
          words: 1,
        })),
      ).flat(),
    );
    await CommentModel.insertMany(
      rows.map((row, index) => ({
        ...row,
        postId: index % 2 ? postId : other,
        authorId: userId,
        text: 'x',
        // Comments of older versions have no key.
        ...(index % 3 ? { clientKey: `${userId}:${index}` } : {}),
        ...(index % 4 === 3 ? { deletedAt: row.createdAt } : {}),
        // Half of the comments on this story are replies to its latest one.
        ...(index % 4 === 1 && index > 1 ? { parentId: rows[1]?._id } : {}),
      })),
    );
    await DraftModel.insertMany(
      rows.map((row, index) => ({
        ...row,
        userId: index % 2 ? userId : other,
        key: randomUUID(),
        postId: posts[index]?._id,
        version: 1,
        updatedAt: secondsAgo(index),
      })),
      { timestamps: false },
    );
    await FollowModel.create({ followerId: userId, followedId: other });
    await BookmarkModel.insertMany(
      posts.map((post, index) => ({ userId: index % 2 ? userId : other, postId: post._id })),
    );
  });

  const lists: readonly (List & { name: string })[] = [
    { name: 'getposts', path: '/api/post/getposts', collection: 'posts' },
    { name: 'getposts as cards', path: '/api/post/getposts', query: { view: 'card' }, collection: 'posts' },
    {
      name: 'getposts by likes',
      path: '/api/post/getposts',
      collection: 'posts',
      query: { view: 'card', sort: 'liked' },
    },
    { name: 'stories of a place', path: '/api/place/varanasi/posts', collection: 'posts' },
    {
      name: 'stories of a place by likes',
      path: '/api/place/varanasi/posts',
      collection: 'posts',
      query: { sort: 'liked' },
    },
    { name: 'following', path: '/api/post/following', collection: 'posts' },
    { name: 'my-posts', path: '/api/post/my-posts', collection: 'posts' },
    { name: 'by-author', path: '/api/post/by-author/:me', collection: 'posts' },
    { name: 'bookmarks', path: '/api/post/bookmarks', collection: 'bookmarks' },
    { name: 'comments', path: '/api/post/:post/comments', collection: 'comments' },
    { name: 'drafts', path: '/api/drafts', collection: 'drafts' },
    { name: 'deleted stories', path: '/api/post/deleted', collection: 'deletedposts' },
    { name: 'revisions', path: '/api/post/:own/revisions', collection: 'revisions' },
    { name: 'public stories', path: '/api/public/posts', collection: 'posts' },
  ];

  it.each(lists)(
    'of $name, on its first and on a later page: use indexes and examine the rows of one page',
    async (list) => {
      const path = list.path
        .replace(':me', reader.user._id)
        .replace(':post', postId)
        .replace(':own', ownPostId);
      const query = { ...list.query, limit: LIMIT };
      // The search index reads the new stories once, for the first request that needs it.
      await app.server.services.storyIndex.current();
      const first = await explainResponse(reader, { path, query });
      const cursor = String(first.body['nextCursor']);
      const later = await explainResponse(reader, { path, query: { ...query, cursor } });

      for (const { plans } of [first, later]) {
        expect(plans.map(({ collection }) => collection)).toContain(list.collection);
        if (!(await hasPlanner())) continue;
        for (const { collection, fields, stages, docsExamined } of plans) {
          expect([collection, stages]).not.toEqual([collection, expect.arrayContaining(['COLLSCAN'])]);
          expect([collection, stages.length]).not.toEqual([collection, 0]);
          // The search index, which counts the stories of places, reads the writes of the last seconds again.
          if (fields.join() === 'indexedAt') continue;
          // One more row shows whether there is a next page; the row of the cursor is skipped.
          expect([collection, docsExamined]).toEqual([collection, expect.toSatisfy((n) => n <= LIMIT + 2)]);
        }
      }
    },
  );

  it('of the stories of 450 followed authors: use an index for up to 200 authors at a time, and examine one page', async () => {
    await FollowModel.insertMany(
      Array.from({ length: 450 }, () => ({ followerId: reader.user._id, followedId: new Types.ObjectId() })),
    );

    const reads = await captureReads(async () => {
      const { body } = await reader.agent.get('/api/post/following').query({ limit: LIMIT });
      expect(body.posts).toHaveLength(LIMIT);
    });

    const found = reads.filter(({ collection }) => collection === 'posts');
    const authorCounts = found.map(({ params }) =>
      collectValues(params[0], 'authorId').flatMap((condition) =>
        collectValues(condition, '$in').map((ids) => (ids as unknown[]).length),
      ),
    );
    expect(authorCounts).toEqual([[200], [200], [51], []]);
    for (const read of found) {
      expect(await hasIndexFor(read)).toBe(true);
      if (await hasPlanner()) expect((await explain(read)).docsExamined).toBeLessThanOrEqual(LIMIT + 2);
    }
  });

  it('of the page of a place and of the map: use indexes', async () => {
    for (const path of ['/api/place/varanasi', '/api/place/map']) {
      const plans = await explainCall(reader, { path });

      expect(plans.map(({ collection }) => collection)).toContain('posts');
      if (!(await hasPlanner())) continue;
      for (const { collection, stages } of plans)
        expect([collection, stages]).not.toEqual([collection, expect.arrayContaining(['COLLSCAN'])]);
    }
  });

  it('of notifications: use indexes and examine the rows of one page, and the unread ones', async () => {
    const unread = 3;
    const { user: follower } = await signIn(app);
    await FollowModel.create({ followerId: follower._id, followedId: reader.user._id });
    await NotificationModel.insertMany(
      Array.from({ length: ROWS }, (_, index) => ({
        userId: reader.user._id,
        kind: 'follow',
        key: `${index}`,
        actorId: follower._id,
        createdAt: new Date(index),
        readAt: index < unread ? null : new Date(),
      })),
    );
    const calls: Call[] = [
      { path: '/api/notifications', query: { limit: LIMIT } },
      {
        path: '/api/notifications/read',
        method: 'post',
        body: { upTo: String((await NotificationModel.findOne({ key: '0' }).lean())?._id) },
      },
    ];

    for (const call of calls) {
      const plans = await explainCall(reader, call);

      expect(plans.map(({ collection }) => collection)).toContain('notifications');
      if (!(await hasPlanner())) continue;
      for (const { collection, stages, docsExamined } of plans) {
        expect([collection, stages]).not.toEqual([collection, expect.arrayContaining(['COLLSCAN'])]);
        expect([collection, docsExamined]).toEqual([collection, expect.toSatisfy((n) => n <= LIMIT + 2)]);
      }
    }
  });

  it.each([
    ['a new comment', 'post', '', { text: 'x', clientCommentId: 'new' }],
    ['a comment sent again', 'post', '', { text: 'x', clientCommentId: '1' }],
    ['a reply', 'post', '', { text: 'x', parentId: ':comment' }],
    ['a changed comment', 'put', '/:comment', { text: 'y' }],
    ['a deleted comment with replies', 'delete', '/:comment', undefined],
  ] as const)(
    'of %s: use indexes and examine at most one document of each collection',
    async (_name, method, end, body) => {
      const comment = await CommentModel.findOne({ postId, parentId: null }).sort({ createdAt: -1 }).lean();
      const fill = (text: string) => text.replace(':comment', String(comment?._id));
      const plans = await explainCall(reader, {
        method,
        path: fill(`/api/post/${postId}/comments${end}`),
        ...(body ? { body: JSON.parse(fill(JSON.stringify(body))) as object } : {}),
      });

      expect(plans.map(({ collection }) => collection)).toContain('comments');
      if (!(await hasPlanner())) return;
      for (const { collection, stages, docsExamined } of plans) {
        expect([collection, stages]).not.toEqual([collection, expect.arrayContaining(['COLLSCAN'])]);
        expect([collection, docsExamined]).toEqual([collection, expect.toSatisfy((n) => n <= 1)]);
      }
    },
  );

  it.each([
    [
      'a change of a story',
      'put',
      'update-post/:own',
      { blogTitle: 'x', blogContent: 'y', version: VERSIONS + 1 },
    ],
    ['a former version', 'get', ':own/revisions/20', undefined],
    ['a restore', 'post', ':own/revisions/20/restore', undefined],
  ] as const)('of %s: use indexes and examine few documents', async (_name, method, path, body) => {
    // The change of version 61 removes the first eleven at once; later ones remove one.
    const plans = await explainCall(reader, {
      method,
      path: `/api/post/${path.replace(':own', ownPostId)}`,
      ...(body ? { body } : {}),
    });

    expect(plans.map(({ collection }) => collection)).toContain('revisions');
    if (!(await hasPlanner())) return;
    for (const { collection, stages, docsExamined } of plans) {
      expect([collection, stages]).not.toEqual([collection, expect.arrayContaining(['COLLSCAN'])]);
      expect([collection, docsExamined]).toEqual([collection, expect.toSatisfy((n) => n <= 12)]);
    }
  });

  it('of the daily check of deleted comments: use indexes', async () => {
    const reads = await captureReads(async () => expect(await pruneThreads()).toBeGreaterThan(ROWS / 5));

    expect(reads.length).toBeGreaterThan(ROWS / 5);
    for (const read of reads) expect([read, await hasIndexFor(read)]).toEqual([read, true]);
  });

  it('of what guests may read: use indexes and examine no story for members', async () => {
    const publicCount = ROWS / 3;
    const slug = (await PostModel.findById(postId).lean())?.slug ?? '';
    const membersSlug = (await PostModel.findById(ownPostId).lean())?.slug ?? '';
    const examined = async (path: string) => {
      const plans: Plan[] = [];
      const reads = await captureReads(async () => void (await app.request().get(path)));
      for (const read of reads) {
        expect([read, await hasIndexFor(read)]).toEqual([read, true]);
        plans.push(await explain(read));
      }
      return plans.filter(({ collection }) => collection === 'posts').map(({ docsExamined }) => docsExamined);
    };

    const counts = {
      public: await examined(`/api/public/post/${slug}`),
      members: await examined(`/api/public/post/${membersSlug}`),
      none: await examined('/api/public/post/never-written'),
      author: await examined(`/author/${reader.user._id}/feed.xml`),
      feed: await examined('/feed.xml'),
      place: await examined('/place/varanasi/feed.xml'),
    };
    const sitemaps = [
      await examined('/sitemap.xml'),
      await examined(`/sitemap.xml?month=${new Date().toISOString().slice(0, 7)}`),
    ];

    if (!(await hasPlanner())) return;
    expect(counts).toEqual({
      public: [1],
      members: [0],
      none: [0],
      author: [publicCount / 2],
      feed: [publicCount],
      place: [Math.floor(publicCount / 2)],
    });
    // An engine that reads all fields from the index examines no story.
    expect(sitemaps).toEqual(Array(2).fill([expect.toSatisfy((n) => n <= publicCount)]));
  });

  it('of a deletion, a restoration and the removal of deleted stories: use indexes', async () => {
    const deletion = { method: 'delete', path: `/api/post/delete-post/${ownPostId}` } as const;
    const restoration = { method: 'post', path: `/api/post/${ownPostId}/undelete` } as const;
    const { deletions } = app.server.services;
    const expiresAt = Date.now() - ROWS * 1000 + UNDELETE_MS;

    await explainCall(reader, deletion);
    await explainCall(reader, restoration);
    const removals = await captureReads(async () => {
      expect(await deletions.removeExpired(new Date(expiresAt + 2 * 60_000))).toBe(ROWS);
    });

    expect(removals.length).toBeGreaterThan(ROWS);
    for (const read of removals) expect([read, await hasIndexFor(read)]).toEqual([read, true]);
  });

  it('of a picture in the text of stories, and of the sweep: use indexes', async () => {
    const key = await uploadPicture(app, reader);
    const blogHtml = `<p>x</p><figure><img src="/media/${key}"></figure>`;
    const path = `/api/post/update-post/${ownPostId}`;
    await explainCall(reader, { method: 'put', path, body: { blogTitle: 'x', blogHtml } });
    const other = await signIn(app);

    const plans = await explainCall(other, { path: `/media/${key}` });
    const [sweepReads, emptyReads] = [
      await captureReads(async () => expect(await isInAnyText(key)).toBe(true)),
      await captureReads(async () => expect(await isInAnyText('x')).toBe(false)),
    ];

    expect(plans.map(({ collection }) => collection)).toContain('posts');
    expect(new Set(emptyReads.map(({ collection }) => collection)).size).toBe(4);
    for (const read of [...sweepReads, ...emptyReads])
      expect([read, await hasIndexFor(read)]).toEqual([read, true]);
    if (!(await hasPlanner())) return;
    for (const { collection, stages, docsExamined } of plans) {
      expect([collection, stages]).not.toEqual([collection, expect.arrayContaining(['COLLSCAN'])]);
      expect([collection, docsExamined]).toEqual([collection, expect.toSatisfy((n) => n <= 1)]);
    }
  });

  it('of the daily check of likes and comments: filter by the fields of one index', async () => {
    const ids = [new Types.ObjectId(postId)];
    const reads = await captureReads(async () => {
      await countByPost(LikeModel, ids);
      await countByPost(CommentModel, ids);
    });

    expect(reads.map(({ collection }) => collection)).toEqual(['likes', 'comments']);
    for (const { collection, params } of reads) {
      const fields = Object.keys(params[0] ?? {});
      const indexes = await mongoose.connection.collection(collection).indexes();
      const isCovered = indexes.some(({ key }) => fields.every((field) => field in key));
      expect([collection, fields, isCovered]).toEqual([collection, fields, true]);
    }
  });

  it('of uploads and their removal: use indexes', async () => {
    const old = new Date(Date.now() - 25 * 60 * 60 * 1000);
    const uploadId = (index: number) => index.toString(16).padStart(32, '0');
    await UploadModel.insertMany(
      Array.from({ length: ROWS }, (_, index) => ({
        _id: uploadId(index),
        userId: reader.user._id,
        size: 9,
        offset: 0,
        parts: [],
        writer: 'x',
        mediaKey: `key-${index}`,
        createdAt: index % 2 ? old : new Date(),
        finishedAt: index % 4 === 1 ? old : null,
      })),
    );

    const reads = await captureReads(async () => {
      const head = await reader.agent.head(`/api/media/uploads/${uploadId(0)}`).set('Tus-Resumable', '1.0.0');
      expect([head.status, await app.server.services.uploads.removeExpired(new Date())]).toEqual([
        200,
        ROWS / 2,
      ]);
    });

    expect(reads.filter(({ collection }) => collection === 'uploads').length).toBeGreaterThan(ROWS / 2);
    // The pictures of all finished uploads are looked up at once.
    expect(reads.filter(({ collection }) => collection === 'media')).toHaveLength(1);
    for (const read of reads) expect([read, await hasIndexFor(read)]).toEqual([read, true]);
  });

  it('of the drafts of a story: use an index and examine no other draft', async () => {
    const draft = await DraftModel.findOne({ userId: reader.user._id }).lean();
    const query = { postId: String(draft?.postId) };

    const plans = await explainCall(reader, { path: '/api/drafts', query });

    expect(plans.map(({ collection }) => collection)).toContain('drafts');
    for (const { collection, stages, docsExamined } of (await hasPlanner()) ? plans : []) {
      if (collection !== 'drafts') continue;
      expect(stages).not.toEqual(expect.arrayContaining(['COLLSCAN']));
      expect(docsExamined).toBe(1);
    }
  });

  it('of the drafts that are due: use an index and examine no other draft', async () => {
    const now = new Date();
    await DraftModel.deleteMany({});
    // Half of them are due: more than one batch.
    await DraftModel.insertMany(
      Array.from({ length: 300 }, (_, index) => ({
        userId: reader.user._id,
        key: randomUUID(),
        version: 1,
        publishAt: new Date(now.getTime() + (index - 149) * 1_000),
      })),
    );
    const found: string[] = [];

    const reads = await captureReads(async () => {
      for await (const { key } of listDue(now)) found.push(key);
    });

    expect(new Set(found).size).toBe(150);
    expect(reads).toHaveLength(1);
    for (const read of reads) {
      expect([read, await hasIndexFor(read)]).toEqual([read, true]);
      if (!(await hasPlanner())) continue;
      const { stages, docsExamined } = await explain(read);
      expect(stages).not.toEqual(expect.arrayContaining(['COLLSCAN']));
      expect(docsExamined).toBeLessThanOrEqual(150);
    }
  });

  it('of scheduling a draft and of publishing it: use indexes', async () => {
    const draft = await DraftModel.findOneAndUpdate(
      { userId: reader.user._id },
      { $set: { blogTitle: 'x', blogHtml: '<p>y</p>', postId: null } },
    ).lean();
    const publishAt = new Date(Date.now() + 3_600_000);

    await explainCall(reader, {
      method: 'put',
      path: `/api/drafts/${draft?.key}/schedule`,
      body: { publishAt: publishAt.toISOString() },
    });
    const reads = await captureReads(async () => {
      expect(await app.server.services.publications.publishDue(publishAt)).toBe(1);
    });

    expect(reads.length).toBeGreaterThan(3);
    for (const read of reads) expect([read, await hasIndexFor(read)]).toEqual([read, true]);
  });

  it.each([
    ['search', '/api/post/search', { q: 'ghats dawn' }],
    ['contacts', '/api/message/get-all-users', {}],
    ['contacts by name', '/api/message/get-all-users', { q: 'iyer' }],
  ])('of %s: scan no collection', async (_name, path, query) => {
    const plans = await explainCall(reader, { path, query: { ...query, limit: LIMIT } });

    expect(plans.length).toBeGreaterThan(1);
    if (!(await hasPlanner())) return;
    for (const { collection, stages } of plans) {
      expect([collection, stages]).not.toEqual([collection, expect.arrayContaining(['COLLSCAN'])]);
    }
  });
});

it('the queries behind a sign-in beyond 100 sessions: use indexes and examine no session of other users', async () => {
  const [me, other] = [await signIn(app), await signIn(app)];
  await SessionModel.insertMany(
    Array.from({ length: 200 }, (_, index) => ({
      userId: (index % 2 ? me : other).user._id,
      createdAt: new Date(Date.now() - index * 1000),
      lastSeenAt: new Date(),
      expiresAt: new Date(Date.now() + 60_000),
    })),
  );

  const plans = await explainCall(me, {
    method: 'post',
    path: '/api/auth/login',
    body: { email: me.user.email, password: me.password },
  });

  expect(await SessionModel.countDocuments({ userId: me.user._id })).toBe(100);
  expect(plans.map(({ collection }) => collection)).toContain('sessions');
  if (!(await hasPlanner())) return;
  for (const { collection, stages, docsExamined } of plans) {
    expect([collection, stages]).not.toEqual([collection, expect.arrayContaining(['COLLSCAN'])]);
    expect([collection, stages]).not.toEqual([collection, expect.arrayContaining(['SORT'])]);
    expect([collection, docsExamined]).toEqual([collection, expect.toSatisfy((n) => n <= 100)]);
  }
});

describe('the queries behind a conversation', () => {
  /** Half of the conversation; unread messages are counted one by one. */
  const UNREAD = ROWS / 2;
  const otherId = new Types.ObjectId();
  let me: SignedIn;
  /** Ids of the other user's newest message and of the reader's own. */
  let [theirs, own] = ['', ''];

  beforeEach(async () => {
    me = await signIn(app);
    const myId = new Types.ObjectId(me.user._id);
    await UserModel.create({
      ...buildNameFields('रवि'),
      _id: otherId,
      email: 'r@example.com',
      emailKey: 'r@example.com',
      passwordHash: 'none',
    });
    const key = conversationKey(me.user._id, otherId.toHexString());
    const messages = Array.from({ length: 2 * ROWS }, (_, index) => ({
      _id: new Types.ObjectId(),
      // Half of them belong to other conversations.
      conversation: index % 4 < 2 ? key : 'others',
      seq: index + 1,
      senderId: index % 2 ? otherId : myId,
      receiverId: index % 2 ? myId : otherId,
      text: 'x',
      clientKey: String(index),
      createdAt: new Date(),
    }));
    await MessageModel.insertMany(messages);
    const conversationMessages = messages.filter(({ conversation }) => conversation === key);
    theirs = conversationMessages.at(-1)?._id.toHexString() ?? '';
    own = conversationMessages.at(-2)?._id.toHexString() ?? '';
    await ConversationModel.insertMany(
      Array.from({ length: ROWS }, (_, index) => ({
        key: index === 0 ? key : String(index),
        participants: index === 0 ? [myId, otherId] : [otherId, new Types.ObjectId()],
        lastSeq: 2 * ROWS,
        lastMessageId: theirs,
        lastMessageAt: new Date(),
        unreadFor: index === 0 ? [myId] : [otherId],
      })),
    );
    await ChangeModel.insertMany(
      messages.map(({ _id }, index) => ({
        conversation: index % 2 ? key : 'others',
        place: index + 1,
        messageId: _id,
        version: 0,
      })),
    );
    await BlockModel.insertMany(
      Array.from({ length: ROWS }, (_, index) => ({
        blockerId: index % 2 ? myId : new Types.ObjectId(),
        blockedId: new Types.ObjectId(),
        conversation: String(index),
      })),
    );
  });

  const calls: [name: string, rows: number, make: () => Call][] = [
    ['a page', UNREAD, () => ({ path: `/api/message/${otherId}`, query: { limit: LIMIT } })],
    [
      'an earlier page',
      UNREAD,
      () => ({ path: `/api/message/${otherId}`, query: { limit: LIMIT, before: own } }),
    ],
    [
      'the changes',
      2 * LIMIT,
      () => ({ path: `/api/message/${otherId}/changes`, query: { since: 3, limit: LIMIT } }),
    ],
    ['the unread counts', UNREAD, () => ({ path: '/api/message/unread' })],
    [
      'a receipt',
      UNREAD,
      () => ({ method: 'post', path: `/api/message/${otherId}/read`, body: { upTo: own } }),
    ],
    ['the blocked users', 2 * LIMIT, () => ({ path: '/api/message/blocked', query: { limit: LIMIT } })],
    ['a block', LIMIT, () => ({ method: 'put', path: `/api/message/${otherId}/block` })],
    ['an unblock', LIMIT, () => ({ method: 'delete', path: `/api/message/${otherId}/block` })],
    [
      'a reaction',
      LIMIT,
      () => ({ method: 'put', path: `/api/message/${theirs}/reaction`, body: { emoji: '🙏' } }),
    ],
    ['a deletion for the reader only', LIMIT, () => ({ method: 'delete', path: `/api/message/${theirs}` })],
    [
      'a deletion for both',
      LIMIT,
      () => ({ method: 'delete', path: `/api/message/${own}`, query: { for: 'both' } }),
    ],
    [
      'a new message',
      LIMIT,
      () => ({
        method: 'post',
        path: `/api/message/send/${otherId}`,
        body: { text: 'x', replyTo: theirs, clientMessageId: 'tab' },
      }),
    ],
  ];

  it('of the users who are notified of a changed story: use an index', async () => {
    const post = await createPost(me);
    await MessageModel.updateOne({ _id: own }, { postId: post._id });
    await whenBackgroundTasksEnd();
    const reads = await captureReads(async () => {
      const response = await me.agent
        .put(`/api/post/update-post/${post._id}`)
        .send(buildPostInput({ blogTitle: 'শহর' }));
      expect(response.status).toBe(200);
      await whenBackgroundTasksEnd();
    });

    const [read, ...others] = reads.filter(({ collection }) => collection === 'messages');
    expect(others).toEqual([]);
    if (!read) throw new Error('No query');
    expect(await hasIndexFor(read)).toBe(true);
    if (await hasPlanner()) expect((await explain(read)).docsExamined).toBe(1);
  });

  it.each(calls)('of %s: use indexes and examine no more rows than needed', async (_name, rows, make) => {
    const plans = await explainCall(me, make());

    expect(plans.length).toBeGreaterThan(1);
    if (!(await hasPlanner())) return;
    for (const { collection, stages, docsExamined } of plans) {
      expect([collection, stages]).not.toEqual([collection, expect.arrayContaining(['COLLSCAN'])]);
      expect([collection, docsExamined]).toEqual([collection, expect.toSatisfy((n) => n <= rows)]);
    }
  });
});
