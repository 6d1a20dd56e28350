import { randomUUID } from 'node:crypto';
import type { Notification, NotificationPage } from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readAllPages } from '../../test/all-pages.js';
import { useApp } from '../../test/app.js';
import { createReply } from '../../test/comments.js';
import { createComment, createPost } from '../../test/factories.js';
import { insertInBatches } from '../../test/insert-in-batches.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { until, useSockets } from '../../test/socket.js';
import { storePosts } from '../../test/stored-posts.js';
import { DraftModel } from '../draft/draft.model.js';
import { FollowModel } from '../follow/follow.model.js';
import { whenBackgroundTasksEnd } from '../lib/background.js';
import { CommentModel } from '../post/comment.model.js';
import { emptyComment } from '../post/comment-threads.js';
import { PostModel } from '../post/post.model.js';
import { LikeModel } from '../post/reaction.model.js';
import { buildNameFields } from '../user/name-search.js';
import { UserModel } from '../user/user.model.js';
import { NotificationModel } from './notification.model.js';
import { createNotificationReader } from './notification-reader.js';
import { createNotifier } from './notifier.js';

useDatabase();
const app = useApp();
const sockets = useSockets(app);

const ALL_ON = { like: true, comment: true, reply: true, story: true, follow: true };
const HOUR_MS = 60 * 60 * 1000;

const like = ({ agent }: SignedIn, { _id }: { _id: string }) => agent.put(`/api/post/${_id}/like`);
const unlike = ({ agent }: SignedIn, { _id }: { _id: string }) => agent.delete(`/api/post/${_id}/like`);
const follow = ({ agent }: SignedIn, { user }: SignedIn) => agent.put(`/api/user/${user._id}/follow`);
const list = async ({ agent }: SignedIn): Promise<NotificationPage> =>
  (await agent.get('/api/notifications')).body;
const readUpTo = ({ agent }: SignedIn, { _id }: Notification) =>
  agent.post('/api/notifications/read').send({ upTo: _id });
const mute = ({ agent }: SignedIn, kinds: Partial<typeof ALL_ON>) =>
  agent.put('/api/notifications/settings').send({ ...ALL_ON, ...kinds });
const namesOf = ({ people }: Notification) => people.map(({ fullName }) => fullName);
/** Signs one new user up for each name. */
const signInAs = async <const Names extends string[]>(...names: Names) =>
  // The cast is safe: there is one user for each name.
  (await Promise.all(names.map((fullName) => signIn(app, { fullName })))) as { [K in keyof Names]: SignedIn };

/** Moves all likes and notifications into the past. */
async function age(ms: number): Promise<void> {
  await whenBackgroundTasksEnd();
  for (const name of ['likes', 'notifications']) {
    const collection = mongoose.connection.collection(name);
    for (const doc of await collection.find().toArray()) {
      const dates = Object.entries(doc).filter(([, value]) => value instanceof Date);
      const moved = dates.map(([field, value]) => [field, new Date(value.getTime() - ms)]);
      await collection.updateOne({ _id: doc._id }, { $set: Object.fromEntries(moved) });
    }
  }
}

describe('GET /api/notifications', () => {
  it('after likes of a story: is one row with the latest three people, newest first', async () => {
    const [author, ...readers] = await signInAs('लेखक', 'Asha', 'Ravi', 'মীরা', 'Selvi');
    const post = await createPost(author);
    for (const reader of readers) await like(reader, post);

    const { notifications, unreadCount, nextCursor } = await list(author);

    expect(notifications).toEqual([
      {
        _id: expect.any(String),
        kind: 'like',
        people: expect.any(Array),
        peopleCount: 4,
        post: { slug: post.slug, blogTitle: post.blogTitle },
        commentId: null,
        createdAt: expect.any(String),
        readAt: null,
      },
    ]);
    expect(notifications.map(namesOf)).toEqual([['Selvi', 'মীরা', 'Ravi']]);
    expect(JSON.stringify(notifications)).not.toContain('@');
    expect({ unreadCount, nextCursor }).toEqual({ unreadCount: 1, nextCursor: null });
  });

  it('after concurrent first likes: is one row that counts all of them', async () => {
    const [author, ...readers] = await signInAs('Author', 'A', 'B', 'C', 'D', 'E');
    const post = await createPost(author);

    await Promise.all([...readers, ...readers].map((reader) => like(reader, post)));

    expect((await list(author)).notifications).toMatchObject([{ kind: 'like', peopleCount: 5 }]);
    expect(await NotificationModel.countDocuments()).toBe(1);
  });

  it('after another like within 24 hours: the row is newest and unread again; after 24 hours it is a new row', async () => {
    const [author, asha, ravi, meera] = await signInAs('Author', 'Asha', 'Ravi', 'Meera');
    const post = await createPost(author);
    await like(asha, post);
    await age(23 * HOUR_MS);
    await follow(meera, author);
    const before = await list(author);
    expect(before.notifications.map(({ kind }) => kind)).toEqual(['follow', 'like']);
    await readUpTo(author, before.notifications[0] as Notification);

    await like(ravi, post);

    const gathered = await list(author);
    expect(gathered.notifications).toMatchObject([{ kind: 'like', peopleCount: 2, readAt: null }, {}]);
    expect(gathered.unreadCount).toBe(1);
    await age(2 * HOUR_MS);
    await like(meera, post);

    const separate = await list(author);
    expect(separate.notifications.map(({ kind, peopleCount }) => [kind, peopleCount])).toEqual([
      ['like', 1],
      ['like', 2],
      ['follow', 1],
    ]);
  });

  it('after a like was removed: no longer names or counts its user; after the last one: has no row', async () => {
    const [author, asha, ravi] = await signInAs('Author', 'Asha', 'Ravi');
    const post = await createPost(author);
    await like(asha, post);
    await like(ravi, post);

    await unlike(ravi, post);
    expect((await list(author)).notifications.map(namesOf)).toEqual([['Asha']]);
    await unlike(asha, post);

    expect(await list(author)).toEqual({ notifications: [], unreadCount: 0, nextCursor: null });
  });

  it('after a like was removed and added again: stays where it is and read, without an event', async () => {
    const [author, asha, ravi, meera] = await signInAs('Author', 'Asha', 'Ravi', 'Meera');
    const post = await createPost(author);
    for (const reader of [asha, ravi]) await like(reader, post);
    await follow(meera, author);
    const before = await list(author);
    await readUpTo(author, before.notifications[0] as Notification);
    const socket = await sockets.open({ cookie: author.cookie });

    await unlike(asha, post);
    await like(asha, post);

    const after = await list(author);
    expect(after.notifications.map(({ kind, peopleCount }) => [kind, peopleCount])).toEqual([
      ['follow', 1],
      ['like', 2],
    ]);
    expect(after.unreadCount).toBe(0);
    // An event that comes after any other one.
    await like(meera, post);
    await until(() => expect(socket.received('notification')).toMatchObject([{ peopleCount: 3 }]));
    expect((await list(author)).unreadCount).toBe(1);
  });

  it('after more than 1,000 likes: remembers the users of the last 1,000', async () => {
    const [author, asha, ravi] = await signInAs('Author', 'Asha', 'Ravi');
    const post = await createPost(author);
    await like(asha, post);
    await list(author);
    const likerIds = Array.from({ length: 1_000 }, () => new Types.ObjectId());
    await NotificationModel.updateOne({}, { $set: { likerIds } });

    await like(ravi, post);
    await list(author);

    const row = await NotificationModel.findOne().select('likerIds').lean();
    expect(row?.likerIds?.map(String)).toEqual([...likerIds.slice(1).map(String), ravi.user._id]);
  });

  it('after a like, with rows that ended at the same time: is a new row', async () => {
    const [author, asha, ravi, meera] = await signInAs('Author', 'Asha', 'Ravi', 'Meera');
    const post = await createPost(author);
    await like(asha, post);
    await age(25 * HOUR_MS);
    await like(ravi, post);
    await age(25 * HOUR_MS);
    await NotificationModel.updateMany({}, { $set: { until: new Date(Date.now() - HOUR_MS) } });

    await like(meera, post);

    const { notifications } = await list(author);
    expect(notifications).toHaveLength(3);
    expect(notifications[0]).toMatchObject({ peopleCount: 1, people: [{ fullName: 'Meera' }] });
  });

  it('after likes were switched off while the clock was wrong: has every row, and the next like', async () => {
    const [author, asha, ravi, meera] = await signInAs('Author', 'Asha', 'Ravi', 'Meera');
    const post = await createPost(author);
    await like(asha, post);
    await age(24 * HOUR_MS + 60_000);
    await like(ravi, post);
    await whenBackgroundTasksEnd();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - HOUR_MS });
    onTestFinished(() => void vi.useRealTimers());
    await mute(author, { like: false }).expect(200);
    await mute(author, {}).expect(200);

    await like(meera, post);

    await whenBackgroundTasksEnd();
    vi.useRealTimers();
    const { notifications } = await list(author);
    expect(notifications.map(namesOf)).toEqual([['Ravi', 'Meera'], ['Asha']]);
  });

  it('after a comment: names it until it is deleted; after a comment of the author: is empty', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    const post = await createPost(author);
    await createComment(author, post._id, 'मेरी टिप्पणी');
    const comment = await createComment(asha, post._id, 'सुंदर!');

    expect((await list(author)).notifications).toMatchObject([
      { kind: 'comment', people: [{ fullName: 'Asha' }], peopleCount: 1, commentId: comment._id },
    ]);
    expect((await list(asha)).notifications).toEqual([]);
    await asha.agent.delete(`/api/post/${post._id}/comments/${comment._id}`);
    expect(await list(author)).toMatchObject({ notifications: [], unreadCount: 0 });
  });

  it('after a deleted comment and a deleted reply: no row remains, which would count towards the limit', async () => {
    const [author, asha, ravi] = await signInAs('Author', 'Asha', 'Ravi');
    const post = await createPost(author);
    const comment = await createComment(asha, post._id, 'Which road?');
    const reply = await createReply(ravi, post._id, comment._id, 'The old one');
    await whenBackgroundTasksEnd();
    expect(await NotificationModel.countDocuments()).toBe(3);

    await ravi.agent.delete(`/api/post/${post._id}/comments/${reply._id}`);
    expect(await NotificationModel.distinct('key')).toEqual([`comment:${comment._id}`]);
    await author.agent.delete(`/api/post/${post._id}/comments/${comment._id}`);
    expect(await NotificationModel.countDocuments()).toBe(0);
  });

  it('after a comment that is deleted while its notification is being stored: no row remains', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    const post = await createPost(author);
    const create = NotificationModel.create.bind(NotificationModel);
    vi.spyOn(NotificationModel, 'create').mockImplementationOnce((async (fields: object) => {
      const stored = await create(fields);
      await CommentModel.deleteMany();
      return stored;
    }) as never);

    await createComment(asha, post._id, 'Which road?');
    await whenBackgroundTasksEnd();

    expect(await NotificationModel.countDocuments()).toBe(0);
  });

  it('after a reply: goes to the writer of the comment, and as a comment to the author of the story', async () => {
    const [author, asha, ravi] = await signInAs('Author', 'Asha', 'Ravi');
    const post = await createPost(author);
    const comment = await createComment(asha, post._id, 'Which road?');
    const fromRavi = await createReply(ravi, post._id, comment._id, 'The old one');
    const fromAuthor = await createReply(author, post._id, comment._id, 'Both');
    await createReply(asha, post._id, comment._id, 'Thanks');

    const kindsOf = async (user: SignedIn) =>
      (await list(user)).notifications.map(({ kind, commentId }) => [kind, commentId]);
    expect(await kindsOf(asha)).toEqual([
      ['reply', fromAuthor._id],
      ['reply', fromRavi._id],
    ]);
    expect((await kindsOf(author)).map(([kind]) => kind)).toEqual(['comment', 'comment', 'comment']);
    await asha.agent.delete(`/api/post/${post._id}/comments/${comment._id}`);
    expect((await kindsOf(author)).map(([, id]) => id)).not.toContain(comment._id);
  });

  it('after a follow: names the follower, once, and only as long as it lasts', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    await follow(asha, author);
    await follow(asha, author);

    expect((await list(author)).notifications).toMatchObject([
      { kind: 'follow', people: [{ _id: asha.user._id }], post: null },
    ]);
    await asha.agent.delete(`/api/user/${author.user._id}/follow`);
    expect(await list(author)).toMatchObject({ notifications: [], unreadCount: 0 });
  });

  it('after several stories of a followed author: names the first one since the last read', async () => {
    const [author, asha, other] = await signInAs('Author', 'Asha', 'Other');
    await follow(asha, author);
    const first = await createPost(author);
    await createPost(author);
    await createPost(other);

    const before = await list(asha);
    expect(before.notifications).toMatchObject([
      { kind: 'story', people: [{ fullName: 'Author' }], post: { slug: first.slug } },
    ]);
    await readUpTo(asha, before.notifications[0] as Notification);
    const third = await createPost(author);

    const after = await list(asha);
    expect(after.notifications.map(({ post }) => post?.slug)).toEqual([third.slug, first.slug]);
    expect(after.unreadCount).toBe(1);
  });

  it('after a story that was published later than its scheduled time: names the next one too', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    await follow(asha, author);
    const key = randomUUID();
    const scheduledFor = new Date();
    await author.agent.put(`/api/drafts/${key}`).send({ blogTitle: 'Scheduled', blogHtml: '<p>x</p>' });
    await DraftModel.updateOne({ key }, { $set: { publishAt: scheduledFor } });
    const readAll = async () => readUpTo(asha, (await list(asha)).notifications[0] as Notification);
    const first = await createPost(author);
    await readAll();
    expect(await app.server.services.publications.publishDue(new Date())).toBe(1);
    await readAll();

    const third = await createPost(author);

    const { notifications, unreadCount } = await list(asha);
    expect(notifications.map(({ post }) => post?.blogTitle)).toEqual([
      third.blogTitle,
      first.blogTitle,
      'Scheduled',
    ]);
    expect(unreadCount).toBe(1);
  });

  it('for a first story that was deleted: names the next one', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    await follow(asha, author);
    const first = await createPost(author);
    await whenBackgroundTasksEnd();
    await author.agent.delete(`/api/post/delete-post/${first._id}`);
    expect(await list(asha)).toMatchObject({ notifications: [], unreadCount: 0 });

    const second = await createPost(author);

    expect((await list(asha)).notifications.map(({ post }) => post?.slug)).toEqual([second.slug]);
  });

  it('of a deleted or unpublished story: is empty, and complete again after undelete and publishing', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    const post = await createPost(author);
    await like(asha, post);
    await createComment(asha, post._id, 'Which road?');
    const complete = await list(author);
    expect(complete).toMatchObject({ unreadCount: 2 });

    await author.agent.delete(`/api/post/delete-post/${post._id}`);
    expect(await list(author)).toEqual({ notifications: [], unreadCount: 0, nextCursor: null });
    await author.agent.post(`/api/post/${post._id}/undelete`);
    expect(await list(author)).toEqual(complete);

    const { body } = await author.agent.post(`/api/post/${post._id}/unpublish`);
    expect(await list(author)).toMatchObject({ notifications: [], unreadCount: 0 });
    await author.agent
      .post('/api/post/create-post')
      .send({ blogTitle: post.blogTitle, blogContent: 'x', draftKey: body.draft.key });
    expect(await list(author)).toEqual(complete);
  });

  it('of a story that is removed for good: is deleted with it', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    const post = await createPost(author);
    await like(asha, post);
    await list(author);
    await author.agent.delete(`/api/post/delete-post/${post._id}`);

    await app.server.services.deletions.removeExpired(new Date(Date.now() + HOUR_MS));

    expect(await NotificationModel.countDocuments()).toBe(0);
  });

  it('between users of whom one has blocked the other: shows nothing of before or after the block', async () => {
    const [author, asha, ravi] = await signInAs('Author', 'Asha', 'Ravi');
    const post = await createPost(author);
    await Promise.all([like(asha, post), like(ravi, post)]);
    await createComment(asha, post._id, 'Before');
    await follow(asha, author);
    await list(author);

    await asha.agent.put(`/api/message/${author.user._id}/block`);
    await createComment(asha, post._id, 'After');

    const { notifications, unreadCount } = await list(author);
    expect(notifications).toMatchObject([{ kind: 'like', people: [{ fullName: 'Ravi' }], peopleCount: 1 }]);
    expect(unreadCount).toBe(1);
  });

  it('in pages, with rows whose comments were deleted: neither skips nor repeats a row', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    const post = await createPost(author);
    const comments = [];
    for (let index = 0; index < 9; index += 1) {
      comments.push(await createComment(asha, post._id, `Comment ${index}`));
    }
    const [first, second] = comments;
    await whenBackgroundTasksEnd();
    // As in a process that is killed before it deletes the notifications.
    await CommentModel.deleteMany({ _id: mongoose.trusted({ $in: [first?._id, second?._id] }) });

    const { rows, pageLengths } = await readAllPages<Notification>(
      author,
      '/api/notifications',
      'notifications',
      { limit: 3 },
    );

    expect(rows.map(({ commentId }) => commentId)).toEqual(
      comments
        .slice(2)
        .map(({ _id }) => _id)
        .reverse(),
    );
    expect(pageLengths).toEqual([3, 3, 1]);
  });

  it('with hundreds of rows whose comments were deleted, and limit=1: finds the next visible row in few queries', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    await follow(asha, author);
    await list(author);
    const row = { userId: author.user._id, kind: 'comment', actorId: asha.user._id };
    await insertInBatches(
      (part) => NotificationModel.insertMany(part),
      Array.from({ length: 600 }, (_, index) => ({
        ...row,
        key: `comment:${index}`,
        commentId: new Types.ObjectId(),
        createdAt: new Date(),
      })),
    );
    const find = vi.spyOn(NotificationModel, 'find');

    const { body } = await author.agent.get('/api/notifications?limit=1');
    const queries = find.mock.calls.length;
    find.mockRestore();

    expect(body).toMatchObject({ notifications: [{ kind: 'follow' }], nextCursor: null });
    expect(queries).toBeLessThan(12);
  });

  it('with hundreds of unread rows of likes: counts those that remain, in few queries', async () => {
    const [author, asha, ravi] = await signInAs('Author', 'Asha', 'Ravi');
    const stories = await storePosts(150, () => ({ authorId: author.user._id }));
    // Two rows for each story, as if its likes were of two days: Asha's of both, and Ravi's of the later one.
    const now = Date.now();
    const startOf = (day: number) => new Date(now - (2 - day) * 24 * HOUR_MS);
    await insertInBatches(
      (part) => NotificationModel.insertMany(part),
      stories.flatMap(({ _id: postId }) =>
        [0, 1].map((day) => ({
          userId: author.user._id,
          kind: 'like',
          key: `like:${postId}:${day}`,
          postId,
          from: startOf(day),
          until: startOf(day + 1),
          createdAt: startOf(day),
        })),
      ),
    );
    await insertInBatches(
      (part) => LikeModel.insertMany(part),
      stories.flatMap(({ _id: postId }, index) => [
        { userId: asha.user._id, postId, createdAt: startOf(index % 2), notificationPendingSince: null },
        { userId: ravi.user._id, postId, createdAt: startOf(1), notificationPendingSince: null },
      ]),
    );
    let queries = 0;
    const count = () => {
      queries += 1;
    };
    mongoose.connection.on('operation-start', count);

    const before = await list(author);

    mongoose.connection.off('operation-start', count);
    expect(before.unreadCount).toBe(225);
    expect(
      before.notifications
        .slice(0, 2)
        .map(({ peopleCount }) => peopleCount)
        .sort(),
    ).toEqual([1, 2]);
    expect(queries).toBeLessThan(50);
    await author.agent.put(`/api/message/${ravi.user._id}/block`);
    expect(await list(author)).toMatchObject({ unreadCount: 150 });
  });

  describe('for a user with more than 1,000', () => {
    const storeTooMany = ({ user }: SignedIn, kind: string, actor: SignedIn) =>
      insertInBatches(
        (part) => NotificationModel.insertMany(part),
        Array.from({ length: 1_005 }, (_, index) => ({
          userId: user._id,
          kind,
          key: `${kind}:${index}`,
          actorId: actor.user._id,
          createdAt: new Date(Date.now() - HOUR_MS - index),
          // Only the newest is unread: to mark all of them takes the Python engine seconds.
          readAt: index === 0 ? null : new Date(),
        })),
      );

    it('after another one: shows the newest 1,000', async () => {
      const [author, asha] = await signInAs('Author', 'Asha');
      await storeTooMany(author, 'follow', asha);

      await follow(asha, author);
      await list(author);

      expect(await NotificationModel.countDocuments()).toBe(1_000);
    });

    it('of stories, after they were read: shows the newest 1,000', async () => {
      const [author, asha] = await signInAs('Author', 'Asha');
      await follow(asha, author);
      await list(author);
      await NotificationModel.deleteMany({});
      await storeTooMany(asha, 'story', author);

      const [newest] = (await list(asha)).notifications as [Notification];
      await readUpTo(asha, newest);

      expect(await NotificationModel.countDocuments()).toBe(1_000);
      expect((await list(asha)).notifications[0]?._id).toBe(newest._id);
    });
  });
});

describe('POST /api/notifications/read', () => {
  it('marks a row and all older ones as read, also when repeated', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    const post = await createPost(author);
    for (const text of ['1', '2', '3']) await createComment(asha, post._id, text);
    const [newest, middle] = (await list(author)).notifications as [Notification, Notification];

    expect((await readUpTo(author, middle)).body).toEqual({ unreadCount: 1 });
    const { notifications } = await list(author);
    expect(notifications.map(({ readAt }) => readAt !== null)).toEqual([false, true, true]);
    expect((await readUpTo(author, newest)).body).toEqual({ unreadCount: 0 });
    expect((await readUpTo(author, middle)).body).toEqual({ unreadCount: 0 });
  });

  it('with a row of likes that has moved up since it was seen: leaves it and those below it unread', async () => {
    const [author, asha, ravi] = await signInAs('Author', 'Asha', 'Ravi');
    const post = await createPost(author);
    await follow(asha, author);
    await like(asha, post);
    const [seen] = (await list(author)).notifications as [Notification];
    await createComment(ravi, post._id, 'Unseen');
    await like(ravi, post);
    const { notifications } = await list(author);
    expect(notifications.map(({ kind }) => kind)).toEqual(['like', 'comment', 'follow']);

    const { _id: upTo, createdAt } = seen;
    const response = await author.agent.post('/api/notifications/read').send({ upTo, createdAt });

    expect(response.body).toEqual({ unreadCount: 2 });
    const after = (await list(author)).notifications;
    expect(after.map(({ readAt }) => readAt !== null)).toEqual([false, false, true]);
  });

  it('with a row that was deleted after it was seen: marks the older ones as read', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    const post = await createPost(author);
    await follow(asha, author);
    const comment = await createComment(asha, post._id, 'सुंदर!');
    const [seen] = (await list(author)).notifications as [Notification];
    await asha.agent.delete(`/api/post/${post._id}/comments/${comment._id}`);

    const { _id: upTo, createdAt } = seen;
    const response = await author.agent.post('/api/notifications/read').send({ upTo, createdAt });

    expect([response.status, response.body]).toEqual([200, { unreadCount: 0 }]);
    expect((await readUpTo(author, seen)).status).toBe(404);
  });

  it('with a time in the year 0, which a database may not accept: leaves all unread', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    await follow(asha, author);
    const [{ _id: upTo }] = (await list(author)).notifications as [Notification];

    const response = await author.agent
      .post('/api/notifications/read')
      .send({ upTo, createdAt: '0000-01-01T00:00:00Z' });

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ unreadCount: 1 });
  });

  it("with another user's row: responds 404 and changes nothing; with an invalid id or time: 400", async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    await follow(asha, author);
    const [row] = (await list(author)).notifications as [Notification];

    expect(await readUpTo(asha, row)).toMatchObject({
      status: 404,
      body: { code: 'notification_not_found' },
    });
    for (const body of [{ upTo: 'x' }, { upTo: row._id, createdAt: 'now' }]) {
      expect((await author.agent.post('/api/notifications/read').send(body)).status).toBe(400);
    }
    expect(await list(author)).toMatchObject({ unreadCount: 1 });
  });
});

describe('/api/notifications/settings', () => {
  it('are all on at first, and are stored', async () => {
    const [asha] = await signInAs('Asha');
    const read = async () => (await asha.agent.get('/api/notifications/settings')).body;

    expect(await read()).toEqual(ALL_ON);
    expect((await mute(asha, { like: false, story: false })).body).toEqual({
      ...ALL_ON,
      like: false,
      story: false,
    });
    expect(await read()).toEqual({ ...ALL_ON, like: false, story: false });
    expect((await asha.agent.put('/api/notifications/settings').send({ like: false })).status).toBe(400);
  });

  it('switched off: nothing of this kind is stored, and earlier rows do not grow', async () => {
    const [author, asha, ravi, meera] = await signInAs('Author', 'Asha', 'Ravi', 'Meera');
    const post = await createPost(author);
    await like(asha, post);
    await list(author);

    await mute(author, { like: false, comment: false, follow: false });
    await like(ravi, post);
    await createComment(ravi, post._id, 'Unnoticed');
    await follow(ravi, author);
    expect((await list(author)).notifications.map(namesOf)).toEqual([['Asha']]);
    await mute(author, {});
    await like(meera, post);

    expect((await list(author)).notifications.map(namesOf)).toEqual([['Meera'], ['Asha']]);
    await mute(asha, { story: false });
    await follow(asha, author);
    await createPost(author);
    expect((await list(asha)).notifications).toEqual([]);
  });

  it("with replies switched off: a reply to the author's comment on their own story is stored as a comment", async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    const post = await createPost(author);
    const { _id: parentId } = await createComment(author, post._id, 'Ask me');
    const reply = async (text: string) => (await createReply(asha, post._id, parentId, text))._id;

    const first = await reply('Which road?');
    await list(author);
    await mute(author, { reply: false });
    const second = await reply('The old one?');
    await list(author);
    await mute(author, { reply: false, comment: false });
    await reply('Both?');

    expect((await list(author)).notifications).toMatchObject([
      { kind: 'comment', commentId: second },
      { kind: 'reply', commentId: first },
    ]);
  });
});

describe('the event notification', () => {
  it('is sent with the row to all sockets of the user, and to nobody else', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    const [laptop, phone, others] = await Promise.all([
      sockets.open({ cookie: author.cookie }),
      sockets.open({ cookie: author.cookie }),
      sockets.open({ cookie: asha.cookie }),
    ]);
    const post = await createPost(author);

    await like(asha, post);

    const { notifications } = await list(author);
    await until(() => {
      expect(laptop.received('notification')).toEqual(notifications);
      expect(phone.received('notification')).toEqual(notifications);
    });
    expect(others.received('notification')).toEqual([]);
  });
});

describe('the event notificationsRead', () => {
  it('is sent with the number of unread rows to all sockets of the user, also after a repeat', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    const post = await createPost(author);
    for (const text of ['1', '2']) await createComment(asha, post._id, text);
    const [newest, older] = (await list(author)).notifications as [Notification, Notification];
    const [laptop, others] = [
      await sockets.open({ cookie: author.cookie }),
      await sockets.open({ cookie: asha.cookie }),
    ];

    for (const row of [older, older, newest]) await readUpTo(author, row);

    await until(() =>
      expect(laptop.received('notificationsRead')).toEqual([
        { unreadCount: 1 },
        { unreadCount: 1 },
        { unreadCount: 0 },
      ]),
    );
    expect(others.received('notificationsRead')).toEqual([]);
  });
});

describe('the notifier', () => {
  it('after an interruption, in two concurrent passes: stores what is missing once', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    await follow(asha, author);
    const post = await createPost(author);
    await like(asha, post);
    await createComment(asha, post._id, 'सुंदर!');
    await whenBackgroundTasksEnd();
    const complete = [await list(author), await list(asha)];
    const { connection } = mongoose;
    const pending = { $set: { notificationPendingSince: new Date(Date.now() - HOUR_MS) } };
    for (const name of ['likes', 'comments', 'follows', 'posts']) {
      await connection.collection(name).updateMany({}, pending);
    }
    await connection.collection('notifications').deleteMany({ kind: 'comment' });
    await connection.collection('notifications').deleteMany({ kind: 'story' });

    const { notifier } = app.server.services;
    await Promise.all([notifier.completePending(new Date()), notifier.completePending(new Date())]);

    const withoutIds = (pages: NotificationPage[]) =>
      pages.map(({ notifications }) => notifications.map(({ _id, ...rest }) => rest));
    expect(withoutIds([await list(author), await list(asha)])).toEqual(withoutIds(complete));
    expect(await LikeModel.find().lean()).toEqual([
      expect.not.objectContaining({ notificationPendingSince: expect.anything() }),
    ]);
    expect(await notifier.completePending(new Date())).toBe(0);
  });

  it('after an interruption between the deletion of a comment and that of its notifications: deletes them', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    const post = await createPost(author);
    const comment = await createComment(asha, post._id, 'सुंदर!');
    await whenBackgroundTasksEnd();
    await emptyComment({ _id: new Types.ObjectId(comment._id) });
    const inAMinute = new Date(Date.now() + 60_000);

    const { notifier } = app.server.services;
    expect(await notifier.completePending(inAMinute)).toBe(1);

    expect(await NotificationModel.find().lean()).toEqual([]);
    expect(await notifier.completePending(inAMinute)).toBe(0);
  });

  it('after a deletion of a comment that was not interrupted: has nothing to complete', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    const post = await createPost(author);
    const comment = await createComment(asha, post._id, 'सुंदर!');
    await createReply(author, post._id, comment._id, 'Thank you');
    await asha.agent.delete(`/api/post/${post._id}/comments/${comment._id}`).expect(200);
    await whenBackgroundTasksEnd();

    const { notifier } = app.server.services;

    expect(await notifier.completePending(new Date(Date.now() + 60_000))).toBe(0);
  });

  it.each([
    ['within an earlier row', 20, [['Ravi'], ['Meera', 'Asha']]],
    ['between two rows', 1, [['Ravi', 'Meera'], ['Asha']]],
  ])('with a like of a time %s that is processed late: counts it once', async (_name, hours, expected) => {
    const [author, asha, ravi, meera] = await signInAs('Author', 'Asha', 'Ravi', 'Meera');
    const post = await createPost(author);
    await like(asha, post);
    await age(26 * HOUR_MS);
    await like(ravi, post);
    await whenBackgroundTasksEnd();
    const createdAt = new Date(Date.now() - hours * HOUR_MS);
    const fields = { userId: meera.user._id, postId: post._id };
    await LikeModel.insertMany([{ ...fields, createdAt, notificationPendingSince: createdAt }]);

    await app.server.services.notifier.completePending(new Date());

    expect((await list(author)).notifications.map(namesOf)).toEqual(expected);
  });

  it('while the database is unavailable: ends the pass', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    for (const post of [await createPost(author), await createPost(author)]) await like(asha, post);
    await whenBackgroundTasksEnd();
    const pending = { $set: { notificationPendingSince: new Date(Date.now() - HOUR_MS) } };
    await mongoose.connection.collection('likes').updateMany({}, pending);
    const outage = Object.assign(new Error('connection closed'), { name: 'MongoNetworkError' });
    const claim = vi.spyOn(LikeModel, 'updateOne').mockRejectedValue(outage);

    const pass = app.server.services.notifier.completePending(new Date());

    await expect(pass).rejects.toMatchObject({ errors: [outage] });
    expect(claim).toHaveBeenCalledTimes(1);
    claim.mockRestore();
  });

  it('after an interruption, with the story deleted since: stores what undelete brings back', async () => {
    const [author, asha] = await signInAs('Author', 'Asha');
    const post = await createPost(author);
    await like(asha, post);
    await createComment(asha, post._id, 'सुंदर!');
    await whenBackgroundTasksEnd();
    const pending = { $set: { notificationPendingSince: new Date(Date.now() - HOUR_MS) } };
    for (const name of ['likes', 'comments']) {
      await mongoose.connection.collection(name).updateMany({}, pending);
    }
    await NotificationModel.deleteMany();
    await author.agent.delete(`/api/post/delete-post/${post._id}`).expect(200);

    await app.server.services.notifier.completePending(new Date());
    const hidden = await list(author);
    await author.agent.post(`/api/post/${post._id}/undelete`).expect(200);

    expect(hidden).toMatchObject({ notifications: [], unreadCount: 0 });
    const { notifications } = await list(author);
    expect(notifications.map(({ kind }) => kind)).toEqual(['comment', 'like']);
  });
});

describe('the notifier of a story with many followers', () => {
  /** The first batch has 200. */
  const TWO_BATCHES = 205;

  afterEach(() => {
    vi.useRealTimers();
  });

  /** Stores users who follow an author and are not notified of it. @returns their ids. */
  async function createFollowers({ user }: SignedIn, count: number): Promise<Types.ObjectId[]> {
    const ids = Array.from({ length: count }, () => new Types.ObjectId());
    await insertInBatches(
      (part) => UserModel.insertMany(part),
      ids.map((_id) => ({
        _id,
        email: `${_id}@example.com`,
        emailKey: `${_id}@example.com`,
        passwordHash: 'x',
        ...buildNameFields('Reader'),
      })),
    );
    await insertInBatches(
      (part) => FollowModel.insertMany(part),
      ids.map((followerId) => ({ followerId, followedId: user._id, notificationPendingSince: null })),
    );
    return ids;
  }

  /** Creates a story whose notifications were interrupted before the first follower. */
  async function createInterrupted(author: SignedIn, followers: number) {
    const { _id } = await createPost(author);
    await whenBackgroundTasksEnd();
    const userIds = await createFollowers(author, followers);
    const postId = new Types.ObjectId(_id);
    await setPending(postId);
    return { postId, userIds };
  }
  const setPending = (_id: Types.ObjectId) =>
    PostModel.updateOne({ _id }, { $set: { notificationPendingSince: new Date(Date.now() - HOUR_MS) } });

  /** Creates the notifier of another process. `sentTo` lists the users to whom it has sent an event. */
  function createOtherNotifier(onEvent: () => void = () => undefined) {
    const sentTo: string[] = [];
    const { users } = app.server.services;
    const notifier = createNotifier({
      reader: createNotificationReader({ users }),
      realtime: {
        notificationStored(userId) {
          sentTo.push(userId);
          onEvent();
        },
      },
    });
    return { notifier, sentTo };
  }

  async function expectOneRowEach(userIds: readonly Types.ObjectId[], postId: Types.ObjectId): Promise<void> {
    const rows = await NotificationModel.find({ kind: 'story' }).lean();
    expect(rows.map(({ userId }) => String(userId)).sort()).toEqual(userIds.map(String).sort());
    expect(new Set(rows.map((row) => String(row.postId)))).toEqual(new Set([String(postId)]));
  }

  it('of whom half have a row already: stores one row for each, and sends one event to each', async () => {
    const [author] = await signInAs('Author');
    const { postId, userIds } = await createInterrupted(author, TWO_BATCHES);
    const actorId = author.user._id;
    await insertInBatches(
      (part) => NotificationModel.insertMany(part),
      userIds
        .filter((_, index) => index % 2 === 0)
        .map((userId) => ({
          userId,
          kind: 'story',
          key: `story:${actorId}:first`,
          actorId,
          postId,
          createdAt: new Date(),
        })),
    );
    const { notifier, sentTo } = createOtherNotifier();

    expect(await notifier.completePending(new Date())).toBe(1);

    await expectOneRowEach(userIds, postId);
    expect(sentTo.sort()).toEqual(userIds.map(String).sort());
    expect(await notifier.completePending(new Date())).toBe(0);
  });

  it('in two first attempts at the same time: stores one row for each', async () => {
    const [author] = await signInAs('Author');
    const { postId, userIds } = await createInterrupted(author, TWO_BATCHES);

    for (const { notifier } of [createOtherNotifier(), createOtherNotifier()]) notifier.published(postId);
    await whenBackgroundTasksEnd();

    await expectOneRowEach(userIds, postId);
  });

  it('sends as many queries for many followers as for few', async () => {
    const [author] = await signInAs('Author');
    const countQueries = async (followers: number) => {
      const { postId } = await createInterrupted(author, followers);
      let queries = 0;
      const count = () => {
        queries += 1;
      };
      mongoose.connection.on('operation-start', count);
      createOtherNotifier().notifier.published(postId);
      await whenBackgroundTasksEnd();
      mongoose.connection.off('operation-start', count);
      return queries;
    };

    expect(await countQueries(50)).toBe(await countQueries(5));
  });

  it('in two passes at the same time: is taken by one, which sends each event once', async () => {
    const [author] = await signInAs('Author');
    const { postId, userIds } = await createInterrupted(author, TWO_BATCHES);
    const [one, other] = [createOtherNotifier(), createOtherNotifier()];

    const completed = await Promise.all(
      [one, other].map(({ notifier }) => notifier.completePending(new Date())),
    );

    expect(completed.sort()).toEqual([0, 1]);
    expect([...one.sentTo, ...other.sentTo].sort()).toEqual(userIds.map(String).sort());
    await expectOneRowEach(userIds, postId);
  });

  it('taking longer than the time until a retry: is not taken over by the pass of another process', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const [author] = await signInAs('Author');
    const { postId, userIds } = await createInterrupted(author, TWO_BATCHES);
    const other = createOtherNotifier();
    const passes: Promise<number>[] = [];
    const one = createOtherNotifier(() => {
      // At the first event of the first and of the second batch.
      if (one.sentTo.length === 1) vi.advanceTimersByTime(20_000);
      if (one.sentTo.length !== 201) return;
      vi.advanceTimersByTime(20_000);
      passes.push(other.notifier.completePending(new Date()));
    });

    await one.notifier.completePending(new Date());

    expect(await Promise.all(passes)).toEqual([0]);
    expect([one.sentTo.length, other.sentTo.length]).toEqual([userIds.length, 0]);
    await expectOneRowEach(userIds, postId);
  });

  it('stopped midway: ends after the batch, and the next pass of another process notifies the others', async () => {
    const [author] = await signInAs('Author');
    const { postId, userIds } = await createInterrupted(author, TWO_BATCHES);
    const stopped = createOtherNotifier(() => stopped.notifier.stop());

    stopped.notifier.published(postId);
    await whenBackgroundTasksEnd();

    expect(stopped.sentTo.length).toBeLessThan(userIds.length);
    expect(await NotificationModel.countDocuments()).toBe(stopped.sentTo.length);
    await setPending(postId);
    expect(await app.server.services.notifier.completePending(new Date())).toBe(1);
    await expectOneRowEach(userIds, postId);
  });
});
