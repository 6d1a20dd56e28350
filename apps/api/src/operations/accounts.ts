import { cleanEmail } from '@safarnama/contracts';
import mongoose, { type Types } from 'mongoose';
import { type SessionDoc, SessionModel } from '../auth/session.model.js';
import { emailKey } from '../lib/email-key.js';
import { BlockModel } from '../message/block.model.js';
import { MessageModel } from '../message/message.model.js';
import { CommentModel } from '../post/comment.model.js';
import { HiddenPostModel } from '../post/deleted-post.model.js';
import { PostModel } from '../post/post.model.js';
import { type UserDoc, UserModel } from '../user/user.model.js';

/** An account as shown to operators. */
export type Account = Pick<UserDoc, '_id' | 'fullName' | 'email' | 'createdAt' | 'updatedAt'>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** @param identifier - the email address, or the id that appears in logs and reports. */
export function findAccount(identifier: string): Promise<Account | null> {
  const filter = mongoose.isObjectIdOrHexString(identifier)
    ? { _id: identifier }
    : { emailKey: emailKey(cleanEmail(identifier)) };
  return UserModel.findOne(filter).select('fullName email createdAt updatedAt').lean<Account>();
}

/**
 * Ends all sessions of a user from outside of the running product. Within a second, their requests are rejected and
 * their sockets are closed.
 *
 * @returns the number of sessions.
 */
export async function endAllSessions({ _id }: Pick<Account, '_id'>): Promise<number> {
  const { deletedCount } = await SessionModel.deleteMany({ userId: _id });
  return deletedCount;
}

/**
 * How many items of a user are stored, how many of these were created in the last 24 hours, and when the last one was.
 * Items deleted for good do not count.
 */
interface Activity {
  total: number;
  last24Hours: number;
  lastAt: Date | null;
}

/** `filter` may have no index: only an operator's command runs these queries. */
async function summarizeActivity(
  model: typeof PostModel | typeof CommentModel | typeof MessageModel,
  filter: Record<string, Types.ObjectId>,
  now: Date,
): Promise<Activity> {
  // The cast is safe: the queries use only `createdAt`, which all three models have.
  const rows = model as typeof PostModel;
  const since = new Date(now.getTime() - DAY_MS);
  const [total, last24Hours, last] = await Promise.all([
    rows.countDocuments(filter),
    rows.countDocuments({ ...filter, createdAt: mongoose.trusted({ $gt: since }) }),
    rows.findOne(filter).sort({ createdAt: -1 }).select('createdAt').lean<{ createdAt: Date }>(),
  ]);
  return { total, last24Hours, lastAt: last?.createdAt ?? null };
}

interface AccountSummary {
  sessions: { total: number; lastSeenAt: Date | null };
  /** Published stories. */
  stories: Activity;
  /** Unpublished stories, and deleted ones that are not yet removed for good. */
  hiddenStories: Activity;
  /** Without deleted ones, which no longer have an author. */
  comments: Activity;
  /** Sent messages, including deleted ones, and their number of recipients. */
  messages: Activity & { recipients: number };
  /** Number of users who have blocked this one. */
  blockedBy: number;
}

/** Summarizes what helps to recognize abuse: dates and counts, without any content or other users. */
export async function summarizeAccount({ _id }: Pick<Account, '_id'>, now: Date): Promise<AccountSummary> {
  const [sessions, stories, hiddenStories, comments, messages, recipientIds, blockedBy] = await Promise.all([
    SessionModel.find({ userId: _id, expiresAt: mongoose.trusted({ $gt: now }) })
      .sort({ lastSeenAt: -1 })
      .select('lastSeenAt')
      .lean<Pick<SessionDoc, 'lastSeenAt'>[]>(),
    summarizeActivity(PostModel, { authorId: _id }, now),
    summarizeActivity(HiddenPostModel, { authorId: _id }, now),
    summarizeActivity(CommentModel, { authorId: _id }, now),
    summarizeActivity(MessageModel, { senderId: _id }, now),
    MessageModel.distinct('receiverId', { senderId: _id }),
    BlockModel.countDocuments({ blockedId: _id }),
  ]);
  return {
    sessions: { total: sessions.length, lastSeenAt: sessions[0]?.lastSeenAt ?? null },
    stories,
    hiddenStories,
    comments,
    messages: { ...messages, recipients: recipientIds.length },
    blockedBy,
  };
}
