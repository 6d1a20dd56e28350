import { MAX_UNREAD_COUNT, type Unread } from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import {
  type ConversationDoc,
  ConversationModel,
  getOtherId,
  type PositionDoc,
} from './conversation.model.js';
import { MessageModel } from './message.model.js';

type ConversationReceipts = Pick<ConversationDoc, 'key' | 'participants' | 'lastSeq' | 'unreadFor' | 'marks'>;

/** Messages to count in one conversation. */
interface UnreadRange {
  filter: { conversation: string; senderId: Types.ObjectId; seq: { $gt: number } };
  /** Whether there are more than `MAX_UNREAD_COUNT`. */
  isTooLong: boolean;
}

/** Maximum number of conversations in one counting query. The database plans a separate branch for each. */
const COUNT_BATCH_SIZE = 100;

/** The last message of the other participant that a user has read. */
export function ownReadPosition(
  { marks }: Pick<ConversationDoc, 'marks'>,
  userId: string,
): PositionDoc | undefined {
  return marks?.[userId]?.own?.read;
}

/** Counts the unread messages of a user, in total and by author. */
export async function countAllUnread(userId: string): Promise<Unread> {
  const conversations = await ConversationModel.find({ unreadFor: userId }).lean<ConversationDoc[]>();
  const counts = await countUnread(userId, conversations);
  await Promise.all(
    conversations
      .filter(({ key }) => !counts.has(key))
      .map((conversation) => clearUnreadHint(userId, conversation)),
  );
  const byUser: Record<string, number> = {};
  for (const conversation of conversations) {
    const count = counts.get(conversation.key);
    if (count !== undefined) byUser[getOtherId(conversation, userId)] = count;
  }
  return { total: [...counts.values()].reduce((sum, count) => sum + count, 0), byUser };
}

/**
 * Counts the unread messages of a user that they have not deleted for themselves. A conversation with more than
 * `MAX_UNREAD_COUNT` messages since the last read one, deleted ones included, has that number as its count. Skips
 * conversations whose `unreadFor` does not name the user.
 *
 * @returns counts by conversation key, without zeros.
 */
export async function countUnread(
  userId: string,
  conversations: readonly ConversationReceipts[],
): Promise<Map<string, number>> {
  const candidates = conversations.filter((conversation) => mayHaveUnread(conversation, userId));
  const counts = new Map<string, number>();
  for (let start = 0; start < candidates.length; start += COUNT_BATCH_SIZE) {
    const batch = candidates.slice(start, start + COUNT_BATCH_SIZE);
    const ranges = await Promise.all(batch.map((conversation) => findUnreadRange(userId, conversation)));
    for (const { filter, isTooLong } of ranges) {
      if (isTooLong) counts.set(filter.conversation, MAX_UNREAD_COUNT);
    }
    // Messages may have arrived since the ranges were determined.
    const countable = ranges.filter(({ isTooLong }) => !isTooLong);
    for (const { _id, count } of await countInRanges(userId, countable)) {
      counts.set(_id, Math.min(count, MAX_UNREAD_COUNT));
    }
  }
  return counts;
}

function mayHaveUnread({ unreadFor }: Pick<ConversationDoc, 'unreadFor'>, userId: string): boolean {
  return unreadFor?.some((id) => id.equals(userId)) ?? false;
}

/** Finds the messages of the other participant since the last read one, deleted ones included. */
async function findUnreadRange(userId: string, conversation: ConversationReceipts): Promise<UnreadRange> {
  const readSeq = ownReadPosition(conversation, userId)?.seq ?? 0;
  const filter = {
    conversation: conversation.key,
    senderId: new Types.ObjectId(getOtherId(conversation, userId)),
    seq: mongoose.trusted({ $gt: readSeq }),
  };
  if (conversation.lastSeq - readSeq <= MAX_UNREAD_COUNT) return { filter, isTooLong: false };
  // Reads only the index.
  const next = await MessageModel.findOne(filter)
    .sort({ seq: -1 })
    .skip(MAX_UNREAD_COUNT)
    .select('-_id seq')
    .lean();
  return { filter, isTooLong: next !== null };
}

async function countInRanges(userId: string, ranges: readonly UnreadRange[]) {
  if (ranges.length === 0) return [];
  return MessageModel.aggregate<{ _id: string; count: number }>([
    {
      $match: {
        $or: ranges.map(({ filter }) => filter),
        deletedAt: null,
        hiddenFor: { $ne: new Types.ObjectId(userId) },
      },
    },
    { $group: { _id: '$conversation', count: { $sum: 1 } } },
  ]);
}

/** Counts the unread messages of one conversation. Without any, clears the hint, so that later counts skip it. */
export async function countAndClearHint(userId: string, conversation: ConversationReceipts): Promise<number> {
  const count = (await countUnread(userId, [conversation])).get(conversation.key) ?? 0;
  if (count === 0 && mayHaveUnread(conversation, userId)) await clearUnreadHint(userId, conversation);
  return count;
}

/**
 * Removes a user from `unreadFor`, the hint for counts, unless a message has arrived since `lastSeq`. Ignores failures:
 * the counts are right with the hint, too, and the next one tries again.
 */
async function clearUnreadHint(
  userId: string,
  { key, lastSeq }: Pick<ConversationReceipts, 'key' | 'lastSeq'>,
): Promise<void> {
  await ConversationModel.updateOne(
    { key, lastSeq: mongoose.trusted({ $lte: lastSeq }), unreadFor: userId },
    { $pull: { unreadFor: userId } },
  ).catch(() => undefined);
}
