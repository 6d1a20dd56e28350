import mongoose, { type Types } from 'mongoose';
import { FollowModel } from '../follow/follow.model.js';
import type { AnyModel } from '../lib/any-model.js';
import { runInBackground } from '../lib/background.js';
import { createKeyedQueue } from '../lib/keyed-queue.js';
import { runForEach } from '../lib/run-for-each.js';
import { isBlockedBetween } from '../message/block.service.js';
import { CommentModel } from '../post/comment.model.js';
import { findAnywhere } from '../post/find-anywhere.js';
import { PostModel } from '../post/post.model.js';
import { LikeModel } from '../post/reaction.model.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import { type NotificationDoc, NotificationModel } from './notification.model.js';
import type { NotificationReader } from './notification-reader.js';
import { wantsNotification } from './notification-settings.js';
import { gatherLike, type NewNotification, storeNotification } from './store-notification.js';
import { notifyFollowers } from './story-notifications.js';

/** Time after which an attempt counts as interrupted, and a pass repeats it. */
const RETRY_AFTER_MS = 30_000;
/**
 * Time after which a long attempt claims its record again; not sooner, as each write to a story clears cached
 * responses.
 */
const EXTEND_AFTER_MS = 10_000;
/** Maximum number of records per source and pass. */
const BATCH_SIZE = 500;

/** Leaves `updatedAt` unchanged: it is the time of the author's last change. */
const KEEP_TIMES = { timestamps: false };

export interface Source {
  _id: Types.ObjectId;
  createdAt: Date;
  notificationPendingSince?: Date | null;
}
type LikeDoc = Source & { userId: Types.ObjectId; postId: Types.ObjectId };
type FollowDoc = Source & { followerId: Types.ObjectId; followedId: Types.ObjectId };
type StoryDoc = Source & { authorId: Types.ObjectId };
type CommentDoc = Source & {
  postId: Types.ObjectId;
  authorId: Types.ObjectId | null;
  parentId?: Types.ObjectId | null;
};

/**
 * Finds the story of a like or comment. Notifications of a hidden story are stored too: they appear once it is back.
 */
const findStory = (postId: Types.ObjectId) =>
  findAnywhere((model) => model.findById(postId).select('authorId').lean<Pick<StoryDoc, 'authorId'>>());

/**
 * Takes a record for an attempt that starts or continues now.
 *
 * @param pendingSince - the stored time, or a condition on it.
 * @returns false when it does not match: the record is gone or complete, or another attempt has taken it.
 */
async function claim(
  model: AnyModel,
  _id: Types.ObjectId,
  pendingSince: unknown,
  now: Date,
): Promise<boolean> {
  const { matchedCount } = await model.updateOne(
    { _id, notificationPendingSince: pendingSince },
    { $set: { notificationPendingSince: now } },
    KEEP_TIMES,
  );
  return matchedCount === 1;
}

async function markComplete(model: AnyModel, _id: Types.ObjectId): Promise<void> {
  await model.updateOne({ _id }, { $unset: { notificationPendingSince: 1 } }, KEEP_TIMES);
}

interface NotifierDeps {
  reader: NotificationReader;
  realtime: Pick<RealtimePort, 'notificationStored'>;
}

/**
 * Stores notifications of what users do, and sends them to connected clients. What a user does is stored with
 * `notificationPendingSince`, which is removed once its notifications are stored: an attempt that fails or is
 * interrupted is repeated by a pass, in any process. An attempt has the record to itself for 30 seconds after that
 * time.
 */
export function createNotifier({ reader, realtime }: NotifierDeps) {
  const runInOrder = createKeyedQueue();
  const stopping = new AbortController();

  async function publish(row: NotificationDoc): Promise<void> {
    const userId = row.userId.toHexString();
    for (const { notification } of await reader.present([row], userId)) {
      realtime.notificationStored(userId, notification);
    }
  }

  async function publishToFollowers(rows: readonly NotificationDoc[]): Promise<void> {
    for (const { userId, notification } of await reader.presentToFollowers(rows)) {
      realtime.notificationStored(userId, notification);
    }
  }

  async function mayNotify(actorId: Types.ObjectId, userId: Types.ObjectId, kind: NotificationDoc['kind']) {
    const [actor, user] = [actorId.toHexString(), userId.toHexString()];
    return actor !== user && (await wantsNotification(user, kind)) && !(await isBlockedBetween(actor, user));
  }

  async function notify(fields: Omit<NewNotification, 'actorId'> & { actorId: Types.ObjectId }) {
    if (!(await mayNotify(fields.actorId, fields.userId, fields.kind))) return;
    const row = await storeNotification(fields);
    if (row) await publish(row);
  }

  async function notifyOfLike({ postId, userId, createdAt }: LikeDoc): Promise<void> {
    const post = await findStory(postId);
    if (!post || !(await mayNotify(userId, post.authorId, 'like'))) return;
    const row = await gatherLike(post.authorId, { userId, postId, createdAt });
    if (row) await publish(row);
  }

  /** Deletes the notifications of a deleted comment: hidden ones would count towards the limit of a user. */
  async function deleteNotificationsOf(commentId: Types.ObjectId): Promise<void> {
    await NotificationModel.deleteMany({ commentId });
    await markComplete(CommentModel, commentId);
  }

  async function notifyOfComment(comment: CommentDoc): Promise<void> {
    const { _id: commentId, postId, authorId: actorId, createdAt } = comment;
    const post = await findStory(postId);
    if (!post || !actorId) return;
    const parent = comment.parentId
      ? await CommentModel.findById(comment.parentId).select('authorId').lean<CommentDoc>()
      : null;
    const fields = { actorId, postId, commentId, createdAt };
    const id = commentId.toHexString();
    if (parent?.authorId) {
      await notify({ ...fields, userId: parent.authorId, kind: 'reply', key: `reply:${id}` });
    }
    const repliesToAuthor = parent?.authorId?.equals(post.authorId) ?? false;
    // A reply to the author's own comment is one notification, not two.
    if (repliesToAuthor && (await wantsNotification(post.authorId.toHexString(), 'reply'))) return;
    await notify({ ...fields, userId: post.authorId, kind: 'comment', key: `comment:${id}` });
  }

  /** Notifies of a comment. If it is deleted in the meantime, its notifications are deleted again. */
  async function notifyUnlessDeleted(comment: CommentDoc): Promise<void> {
    await notifyOfComment(comment);
    const isStored = await CommentModel.exists({ _id: comment._id, deletedAt: null });
    if (!isStored) await deleteNotificationsOf(comment._id);
  }

  async function notifyOfFollow({ followerId, followedId, createdAt }: FollowDoc): Promise<void> {
    const key = `follow:${followerId.toHexString()}`;
    const refersTo = { actorId: followerId, postId: null, commentId: null };
    await notify({ ...refersTo, userId: followedId, kind: 'follow', key, createdAt });
  }

  async function notifyOfStory(story: StoryDoc): Promise<void> {
    let claimedAt = story.notificationPendingSince ?? new Date();
    await notifyFollowers(story, {
      onStored: publishToFollowers,
      async beforeNextBatch() {
        stopping.signal.throwIfAborted();
        const now = new Date();
        if (now.getTime() - claimedAt.getTime() < EXTEND_AFTER_MS) return;
        if (!(await claim(PostModel, story._id, claimedAt, now))) {
          throw new Error('The story is gone, or another process notifies of it');
        }
        claimedAt = now;
      },
    });
  }

  const notifiers = new Map<AnyModel, (source: never) => Promise<void>>([
    [LikeModel, notifyOfLike],
    [CommentModel, notifyUnlessDeleted],
    [FollowModel, notifyOfFollow],
    [PostModel, notifyOfStory],
  ]);

  /** Notifies of a record, unless that has been done. */
  async function complete(model: AnyModel, id: Types.ObjectId | string): Promise<void> {
    const notifyOf = notifiers.get(model);
    const source = await model.findById(id).lean<Source>();
    if (!notifyOf || !source?.notificationPendingSince) return;
    // The cast is safe: the function belongs to the model of the record.
    await notifyOf(source as never);
    await markComplete(model, source._id);
  }

  /** Lists the records of all sources whose attempt is overdue, until the process stops. */
  async function* listPending(isOverdue: unknown): AsyncGenerator<Pick<Source, '_id'> & { model: AnyModel }> {
    for (const model of notifiers.keys()) {
      const pending = await model
        .find({ notificationPendingSince: isOverdue })
        .limit(BATCH_SIZE)
        .select('_id')
        .lean<Source[]>();
      for (const { _id } of pending) {
        if (stopping.signal.aborted) return;
        yield { model, _id };
      }
    }
  }

  const start = (model: AnyModel, id: Types.ObjectId, queueId: Types.ObjectId = id) =>
    runInBackground(() => runInOrder(queueId.toHexString(), () => complete(model, id)));

  return {
    /** Likes of a story are gathered one after another. */
    liked: (like: Pick<LikeDoc, '_id' | 'postId'>) => start(LikeModel, like._id, like.postId),
    commented: (commentId: Types.ObjectId) => start(CommentModel, commentId),
    commentDeleted: deleteNotificationsOf,
    followed: (followId: Types.ObjectId) => start(FollowModel, followId),
    published: (postId: Types.ObjectId) => start(PostModel, postId),

    /** Ends long attempts after their current batch. A pass of a running process completes them. */
    stop: () => stopping.abort(),

    /**
     * Repeats the attempts that failed or were interrupted, each in one process.
     *
     * @returns the number of completed records.
     * @throws AggregateError with the first errors when notifications could not be stored: after trying all records, or
     *   immediately if the database is unavailable.
     */
    async completePending(now: Date): Promise<number> {
      const isOverdue = mongoose.trusted({ $lt: new Date(now.getTime() - RETRY_AFTER_MS) });
      let completed = 0;
      await runForEach(
        listPending(isOverdue),
        'Notifications could not be stored',
        async ({ model, _id }) => {
          if (!(await claim(model, _id, isOverdue, new Date()))) return;
          await complete(model, _id);
          completed += 1;
        },
      );
      return completed;
    },
  };
}
export type Notifier = ReturnType<typeof createNotifier>;
