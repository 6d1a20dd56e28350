import type { Unread } from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import { badRequest, notFound } from '../http/app-error.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import type { UserService } from '../user/user.service.js';
import type { BlockService } from './block.service.js';
import { type ConversationDoc, ConversationModel, type PositionDoc } from './conversation.model.js';
import { repairConversation } from './conversation-row.js';
import { conversationKey, type MessageDoc, MessageModel, visibleTo } from './message.model.js';

type ReceiptKind = 'delivered' | 'read';

/** Who moves a mark. */
export interface ReceiptSender {
  userId: string;
  appearsOffline: boolean;
}

type PositionedMessage = Pick<MessageDoc, '_id' | 'seq' | 'senderId' | 'hiddenFor'>;
type ConversationReceipts = Pick<ConversationDoc, 'key' | 'participants' | 'lastSeq' | 'unreadFor' | 'marks'>;

const POSITION_FIELDS = 'seq senderId hiddenFor';
/** Conversations counted in one question: each is a branch that the database has to plan. */
const COUNT_BATCH_SIZE = 100;

/** The other one of the two people of a conversation. */
export function otherIdOf({ participants }: Pick<ConversationDoc, 'participants'>, userId: string): string {
  return participants.find((id) => !id.equals(userId))?.toHexString() ?? '';
}

/** The marks of a conversation as one of its two people sees them. */
export function presentReceipts(
  conversation: Pick<ConversationDoc, 'participants' | 'marks'>,
  userId: string,
) {
  const { delivered, read } = conversation.marks?.[otherIdOf(conversation, userId)]?.shown ?? {};
  return {
    ...(delivered ? { deliveredUpTo: delivered.id.toHexString() } : {}),
    ...(read ? { readUpTo: read.id.toHexString() } : {}),
  };
}

/**
 * The newest message of a writer up to a place that they still see: one that they have deleted for themselves tells
 * them nothing.
 */
async function findNewestVisibleId(
  authorId: string,
  conversation: string,
  seq: number,
): Promise<string | undefined> {
  const found = await MessageModel.findOne({
    conversation,
    senderId: authorId,
    seq: mongoose.trusted({ $lte: seq }),
    ...visibleTo(authorId),
  })
    .sort({ seq: -1 })
    .select('_id')
    .lean<Pick<MessageDoc, '_id'>>();
  return found?._id.toHexString();
}

/**
 * As `presentReceipts`, on messages that the writer still sees.
 *
 * @param visibleIds - of messages that are known to be seen: what stands there needs no question.
 */
export async function presentVisibleReceipts(
  conversation: Pick<ConversationDoc, 'key' | 'participants' | 'marks'>,
  userId: string,
  visibleIds: ReadonlySet<string>,
) {
  const shown = conversation.marks?.[otherIdOf(conversation, userId)]?.shown;
  const visibleId = async (position: PositionDoc | undefined) => {
    const id = position?.id.toHexString();
    return position === undefined || id === undefined || visibleIds.has(id)
      ? id
      : findNewestVisibleId(userId, conversation.key, position.seq);
  };
  const [deliveredUpTo, readUpTo] = await Promise.all([visibleId(shown?.delivered), visibleId(shown?.read)]);
  return { ...(deliveredUpTo && { deliveredUpTo }), ...(readUpTo && { readUpTo }) };
}

/** The last message of the other one that a person has read. */
export function ownReadPosition(
  { marks }: Pick<ConversationDoc, 'marks'>,
  userId: string,
): PositionDoc | undefined {
  return marks?.[userId]?.own?.read;
}

function mayHaveUnread({ unreadFor }: Pick<ConversationDoc, 'unreadFor'>, userId: string): boolean {
  return unreadFor?.some((id) => id.equals(userId)) ?? false;
}

/** The newest message of a person up to one of their conversation, that one included; null where there is none. */
async function findNewestFrom(
  authorId: string,
  conversation: string,
  upTo: PositionedMessage,
): Promise<PositionedMessage | null> {
  if (upTo.senderId.equals(authorId)) return upTo;
  return MessageModel.findOne({
    conversation,
    senderId: authorId,
    seq: mongoose.trusted({ $lt: upTo.seq }),
  })
    .sort({ seq: -1 })
    .select(POSITION_FIELDS)
    .lean<PositionedMessage>();
}

function countUnreadBatch(userId: string, conversations: readonly ConversationReceipts[]) {
  return MessageModel.aggregate<{ _id: string; count: number }>([
    {
      $match: {
        $or: conversations.map((conversation) => ({
          conversation: conversation.key,
          senderId: new Types.ObjectId(otherIdOf(conversation, userId)),
          seq: { $gt: ownReadPosition(conversation, userId)?.seq ?? 0 },
        })),
        deletedAt: null,
        hiddenFor: { $ne: new Types.ObjectId(userId) },
      },
    },
    { $group: { _id: '$conversation', count: { $sum: 1 } } },
  ]);
}

/**
 * Counts what a person has not read and can still see. Only looks where there may be something.
 *
 * @returns by conversation; zeros are left out.
 */
async function countUnread(
  userId: string,
  conversations: readonly ConversationReceipts[],
): Promise<Map<string, number>> {
  const candidates = conversations.filter((conversation) => mayHaveUnread(conversation, userId));
  const counts = new Map<string, number>();
  for (let start = 0; start < candidates.length; start += COUNT_BATCH_SIZE) {
    const batch = await countUnreadBatch(userId, candidates.slice(start, start + COUNT_BATCH_SIZE));
    for (const { _id, count } of batch) counts.set(_id, count);
  }
  return counts;
}

/** Takes a reader off a conversation in which nothing was unread, unless a message has come since `lastSeq`. */
async function clearUnreadHint(
  userId: string,
  { key, lastSeq }: Pick<ConversationReceipts, 'key' | 'lastSeq'>,
): Promise<void> {
  await ConversationModel.updateOne(
    { key, lastSeq: mongoose.trusted({ $lte: lastSeq }), unreadFor: userId },
    { $pull: { unreadFor: userId } },
  );
}

interface ReceiptDeps {
  users: Pick<UserService, 'exists'>;
  blocks: Pick<BlockService, 'isBlockedBetween'>;
  realtime: Pick<RealtimePort, 'receiptUpdated'>;
}

/** What has arrived, what is read, and how much is not. */
export function createReceiptService({ users, blocks, realtime }: ReceiptDeps) {
  /**
   * Moves the marks in one write, which the database compares by itself: so they never go back.
   *
   * @returns the row as it was, null where there is none.
   */
  function advanceReceipts(
    key: string,
    userId: string,
    kind: ReceiptKind,
    position: PositionDoc,
    isShown: boolean,
  ): Promise<ConversationDoc | null> {
    const kinds: readonly ReceiptKind[] = kind === 'read' ? ['delivered', 'read'] : ['delivered'];
    const sides = isShown ? ['own', 'shown'] : ['own'];
    const paths = sides.flatMap((side) => kinds.map((each) => `marks.${userId}.${side}.${each}`));
    return ConversationModel.findOneAndUpdate(
      { key },
      { $max: Object.fromEntries(paths.map((path) => [path, position])) },
      { returnDocument: 'before' },
    ).lean<ConversationDoc>();
  }

  /** What is unread in one conversation; where that is nothing, the next look at all of them passes it over. */
  async function countAndClearHint(userId: string, conversation: ConversationReceipts): Promise<number> {
    const count = (await countUnread(userId, [conversation])).get(conversation.key) ?? 0;
    if (count === 0 && mayHaveUnread(conversation, userId)) await clearUnreadHint(userId, conversation);
    return count;
  }

  return {
    countUnread,

    /**
     * Notes that the messages of somebody have arrived, or are read. Marks never go back, whatever comes at once.
     *
     * @param upTo - id of any message of the conversation: the mark stands at the writer's newest up to there.
     * @returns how many of their messages are unread now.
     * @throws AppError 404 when nobody has this id, 400 when the message is not of this conversation.
     */
    async advance(
      kind: ReceiptKind,
      { userId, appearsOffline }: ReceiptSender,
      rawAuthorId: string,
      upTo: string,
    ): Promise<{ unreadCount: number }> {
      const authorId = rawAuthorId.toLowerCase();
      const key = conversationKey(userId, authorId);
      const [anchor, isBlocked] = await Promise.all([
        MessageModel.findOne({ _id: upTo, conversation: key })
          .select(POSITION_FIELDS)
          .lean<PositionedMessage>(),
        blocks.isBlockedBetween(userId, authorId),
      ]);
      if (!anchor) {
        if (!(await users.exists(authorId))) throw notFound('User not found');
        throw badRequest('invalid', 'This message is not of this conversation', 'upTo');
      }
      const newest = await findNewestFrom(authorId, key, anchor);
      if (!newest) {
        const conversation = await ConversationModel.findOne({ key }).lean<ConversationDoc>();
        return { unreadCount: conversation ? await countAndClearHint(userId, conversation) : 0 };
      }

      const isShown = !appearsOffline && !isBlocked;
      const position = { seq: newest.seq, id: newest._id };
      const advanceOnce = () => advanceReceipts(key, userId, kind, position, isShown);
      let before = await advanceOnce();
      if (!before) {
        // The first send ended between the message and the row.
        await repairConversation(key);
        before = await advanceOnce();
      }
      if (!before) throw new Error('A conversation with a message has no row');
      const { own, shown } = before.marks?.[userId] ?? {};
      const isAhead = (stored: PositionDoc | undefined) => (stored?.seq ?? 0) < position.seq;
      const hasAdvanced = isAhead(own?.[kind]);
      const hasShownAdvanced = isShown && isAhead(shown?.[kind]);
      const read = kind === 'read' && hasAdvanced ? position : own?.read;
      const unreadCount = await countAndClearHint(userId, {
        ...before,
        marks: { [userId]: { own: { ...(read ? { read } : {}) } } },
      });
      if (hasAdvanced || hasShownAdvanced) {
        const upTo = newest._id.toHexString();
        const isHidden = newest.hiddenFor?.some((id) => id.equals(authorId)) ?? false;
        const seenUpTo =
          isHidden && hasShownAdvanced ? await findNewestVisibleId(authorId, key, newest.seq) : upTo;
        const update = { byUserId: userId, ofUserId: authorId, upTo, unreadCount };
        realtime.receiptUpdated(kind, update, hasShownAdvanced ? (seenUpTo ?? null) : null);
      }
      return { unreadCount };
    },

    /** What a person has not read, in all and by person. */
    async countAllUnread(userId: string): Promise<Unread> {
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
        if (count !== undefined) byUser[otherIdOf(conversation, userId)] = count;
      }
      return { total: [...counts.values()].reduce((sum, count) => sum + count, 0), byUser };
    },
  };
}
export type ReceiptService = ReturnType<typeof createReceiptService>;
