import type { Notification, NotificationKind } from '@safarnama/contracts';
import mongoose, { type Types } from 'mongoose';
import { FollowModel } from '../follow/follow.model.js';
import { findBlockedAmong, loadBlockedOf } from '../message/block.service.js';
import { CommentModel } from '../post/comment.model.js';
import { PostModel } from '../post/post.model.js';
import type { UserService } from '../user/user.service.js';
import { countLikes, findLatestLikers, findLikeWindows } from './likers.js';
import type { NotificationDoc } from './notification.model.js';

interface ReaderDeps {
  users: Pick<UserService, 'loadPublicUsers'>;
}

/** The sources of some notifications, as they are stored now. */
interface Sources {
  stories: ReadonlyMap<string, NonNullable<Notification['post']>>;
  comments: ReadonlySet<string>;
  followers: ReadonlySet<string>;
  followed: ReadonlySet<string>;
  blocked: ReadonlySet<string>;
}

const NO_IDS: ReadonlySet<string> = new Set();
const inIds = (ids: readonly string[]) => mongoose.trusted({ $in: ids });

/** Finds which of these comments are not deleted. */
async function findLiveComments(ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return NO_IDS;
  const comments = await CommentModel.find({ _id: inIds(ids) })
    .select('deletedAt')
    .lean<{ _id: Types.ObjectId; deletedAt?: Date | null }[]>();
  return new Set(comments.flatMap(({ _id, deletedAt }) => (deletedAt ? [] : [_id.toHexString()])));
}

async function findStories(ids: readonly string[]): Promise<Sources['stories']> {
  if (ids.length === 0) return new Map();
  const posts = await PostModel.find({ _id: inIds(ids) })
    .select('slug blogTitle')
    .lean();
  return new Map(posts.map(({ _id, slug, blogTitle }) => [_id.toHexString(), { slug, blogTitle }]));
}

/** Finds which of these users follow a user. */
async function findFollowers(userId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return NO_IDS;
  const follows = await FollowModel.find({ followerId: inIds(ids), followedId: userId })
    .select('followerId')
    .lean();
  return new Set(follows.map(({ followerId }) => followerId.toHexString()));
}

/** Finds which of these users a user follows. */
async function findFollowed(userId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return NO_IDS;
  const follows = await FollowModel.find({ followerId: userId, followedId: inIds(ids) })
    .select('followedId')
    .lean();
  return new Set(follows.map(({ followedId }) => followedId.toHexString()));
}

/** Whether what a notification refers to still exists, and the user may and wants to see it. */
function isVisible(row: NotificationDoc, sources: Sources): boolean {
  const actorId = row.actorId?.toHexString() ?? '';
  if (sources.blocked.has(actorId)) return false;
  if (row.postId && !sources.stories.has(row.postId.toHexString())) return false;
  if (row.commentId && !sources.comments.has(row.commentId.toHexString())) return false;
  if (row.kind === 'follow') return sources.followers.has(actorId);
  if (row.kind === 'story') return sources.followed.has(actorId);
  return true;
}

function presentRow(
  { _id, kind, commentId, createdAt, readAt }: NotificationDoc,
  sources: Pick<Notification, 'people' | 'peopleCount' | 'post'>,
): Notification {
  return {
    _id: _id.toHexString(),
    kind,
    ...sources,
    commentId: commentId?.toHexString() ?? null,
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  };
}

/**
 * Creates the reader of notifications. It leaves out those whose sources no longer exist or are hidden from the user.
 */
export function createNotificationReader({ users }: ReaderDeps) {
  /**
   * Finds the users who have blocked a user or are blocked by the user: all of them if there are notifications of
   * likes, which anybody may have given, otherwise those among the actors.
   */
  async function findBlocked(userId: string, rows: readonly NotificationDoc[]): Promise<ReadonlySet<string>> {
    if (rows.some(({ kind }) => kind === 'like')) return loadBlockedOf(userId);
    return findBlockedAmong(
      userId,
      rows.flatMap(({ actorId }) => actorId?.toHexString() ?? []),
    );
  }

  async function loadSources(rows: readonly NotificationDoc[], userId: string): Promise<Sources> {
    const idsOf = (field: 'actorId' | 'postId' | 'commentId', kind?: NotificationKind) => [
      ...new Set(
        rows.flatMap((row) => {
          const id = row[field];
          return id && (kind === undefined || row.kind === kind) ? [id.toHexString()] : [];
        }),
      ),
    ];
    const [stories, comments, followers, followed, blocked] = await Promise.all([
      findStories(idsOf('postId')),
      findLiveComments(idsOf('commentId')),
      findFollowers(userId, idsOf('actorId', 'follow')),
      findFollowed(userId, idsOf('actorId', 'story')),
      findBlocked(userId, rows),
    ]);
    return { stories, comments, followers, followed, blocked };
  }

  async function findVisible(rows: readonly NotificationDoc[], userId: string) {
    const sources = await loadSources(rows, userId);
    const candidates = rows.filter((row) => isVisible(row, sources));
    const likeCounts = await countLikes(findLikeWindows(candidates), sources.blocked);
    const countPeople = ({ _id, kind }: NotificationDoc) =>
      kind === 'like' ? (likeCounts.get(_id.toHexString()) ?? 0) : 1;
    const visible = candidates
      .map((row) => ({ row, peopleCount: countPeople(row) }))
      .filter(({ peopleCount }) => peopleCount > 0);
    return { sources, visible };
  }

  return {
    /** @param rows - of one user. @returns how many of them the user sees. */
    async countVisible(rows: readonly NotificationDoc[], userId: string): Promise<number> {
      return rows.length === 0 ? 0 : (await findVisible(rows, userId)).visible.length;
    },

    /** Presents those notifications of one user that the user sees, in the given order. */
    async present(
      rows: readonly NotificationDoc[],
      userId: string,
    ): Promise<{ row: NotificationDoc; notification: Notification }[]> {
      if (rows.length === 0) return [];
      const { sources, visible } = await findVisible(rows, userId);
      const likers = await findLatestLikers(findLikeWindows(visible.map(({ row }) => row)), sources.blocked);
      const idsOf = ({ _id, actorId }: NotificationDoc) => likers.get(_id.toHexString()) ?? [String(actorId)];
      const people = await users.loadPublicUsers([...new Set(visible.flatMap(({ row }) => idsOf(row)))]);
      return visible.map(({ row, peopleCount }) => ({
        row,
        notification: presentRow(row, {
          people: idsOf(row).flatMap((id) => people.get(id) ?? []),
          peopleCount,
          post: sources.stories.get(row.postId?.toHexString() ?? '') ?? null,
        }),
      }));
    },

    /**
     * Presents the notifications of one story to the followers of its author. The number of queries does not depend on
     * the number of followers.
     *
     * @param rows - all of the same story, each for a different follower.
     */
    async presentToFollowers(
      rows: readonly NotificationDoc[],
    ): Promise<{ userId: string; notification: Notification }[]> {
      const authorId = rows[0]?.actorId?.toHexString();
      const postId = rows[0]?.postId?.toHexString();
      if (!authorId || !postId) return [];
      const userIds = rows.map(({ userId }) => userId.toHexString());
      const [stories, followers, blocked, people] = await Promise.all([
        findStories([postId]),
        findFollowers(authorId, userIds),
        findBlockedAmong(authorId, userIds),
        users.loadPublicUsers([authorId]),
      ]);
      const post = stories.get(postId);
      if (!post) return [];
      return rows.flatMap((row) => {
        const userId = row.userId.toHexString();
        if (!followers.has(userId) || blocked.has(userId)) return [];
        const notification = presentRow(row, { people: [...people.values()], peopleCount: 1, post });
        return [{ userId, notification }];
      });
    },
  };
}
export type NotificationReader = ReturnType<typeof createNotificationReader>;
