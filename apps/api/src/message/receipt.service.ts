import type { Unread } from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import { badRequest, notFound } from '../http/app-error.js';
import { createAttemptRunner } from '../lib/attempt-runner.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import { userExists } from '../user/user.service.js';
import { isBlockedBetween } from './block.service.js';
import { type ConversationDoc, ConversationModel, type PositionDoc } from './conversation.model.js';
import { conversationKey, type MessageDoc, MessageModel, visibleTo } from './message.model.js';
import { recordLastMessage } from './message.service.js';

type ReceiptKind = 'delivered' | 'read';

/** The user who has received or read messages. */
export interface ReceiptSender {
  userId: string;
  appearsOffline: boolean;
}

type PositionedMessage = Pick<MessageDoc, '_id' | 'seq' | 'senderId' | 'hiddenFor'>;
type ConversationReceipts = Pick<ConversationDoc, 'key' | 'participants' | 'lastSeq' | 'unreadFor' | 'marks'>;

const POSITION_FIELDS = 'seq senderId hiddenFor';
/** Maximum number of conversations in one counting query. The database plans a separate branch for each. */
const COUNT_BATCH_SIZE = 100;

interface Receipt {
  kind: ReceiptKind;
  userId: string;
  authorId: string;
  /** The key of the conversation. */
  key: string;
  /** The author's message up to which the user has received or read. */
  newest: PositionedMessage;
  /** Whether the author may see the receipt. */
  isShown: boolean;
}

export function createReceiptService({ realtime }: { realtime: Pick<RealtimePort, 'receiptUpdated'> }) {
  const runAttempt = createAttemptRunner();

  /** @returns the number of the author's messages that are still unread. */
  async function storeAndPublish(
    { kind, userId, authorId, key, newest, isShown }: Receipt,
    isRetry: boolean,
  ): Promise<number> {
    const position = { seq: newest.seq, id: newest._id };
    const before = await advanceReceipts(key, userId, kind, position, isShown);
    const { own, shown } = before.marks?.[userId] ?? {};
    const isAhead = (stored: PositionDoc | undefined) => {
      const seq = stored?.seq ?? 0;
      return isRetry ? seq <= position.seq : seq < position.seq;
    };
    const hasAdvanced = isAhead(own?.[kind]);
    const hasShownAdvanced = isShown && isAhead(shown?.[kind]);
    const read = kind === 'read' && hasAdvanced ? position : own?.read;
    const unreadCount = await countAndClearHint(userId, {
      ...before,
      marks: { [userId]: { own: { ...(read ? { read } : {}) } } },
    });
    if (hasAdvanced || hasShownAdvanced) {
      const update = { byUserId: userId, ofUserId: authorId, upTo: newest._id.toHexString(), unreadCount };
      const shownUpTo = hasShownAdvanced ? await findShownId(authorId, newest, key) : null;
      realtime.receiptUpdated(kind, update, shownUpTo);
    }
    return unreadCount;
  }

  return {
    /**
     * Records that a user has received or read the messages of an author. Receipts never move back, even
     * under concurrent calls.
     *
     * @param upTo - id of any message of the conversation; the receipt moves to the author's newest message up to it.
     * @returns the number of the author's messages that are still unread.
     * @throws AppError 404 for an unknown author, 400 when the message belongs to another conversation.
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
        isBlockedBetween(userId, authorId),
      ]);
      if (!anchor) {
        if (!(await userExists(authorId))) throw notFound('User not found');
        throw badRequest('other_conversation', 'This message belongs to another conversation', 'upTo');
      }
      const newest = await findNewestFrom(authorId, key, anchor);
      if (!newest) {
        const conversation = await ConversationModel.findOne({ key }).lean<ConversationDoc>();
        return { unreadCount: conversation ? await countAndClearHint(userId, conversation) : 0 };
      }

      const receipt = { kind, userId, authorId, key, newest, isShown: !appearsOffline && !isBlocked };
      const unreadCount = await runAttempt(`${kind}:${userId}:${newest._id}`, (isRetry) =>
        storeAndPublish(receipt, isRetry),
      );
      return { unreadCount };
    },
  };
}
export type ReceiptService = ReturnType<typeof createReceiptService>;

/**
 * Moves the receipts of a user with one atomic `$max`, so that they never move back.
 *
 * @param isShown - whether the author of the messages may see the receipts.
 * @returns the conversation as it was before.
 */
async function advanceReceipts(
  key: string,
  userId: string,
  kind: ReceiptKind,
  position: PositionDoc,
  isShown: boolean,
): Promise<ConversationDoc> {
  const kinds: readonly ReceiptKind[] = kind === 'read' ? ['delivered', 'read'] : ['delivered'];
  const sides = isShown ? ['own', 'shown'] : ['own'];
  const paths = sides.flatMap((side) => kinds.map((receipt) => `marks.${userId}.${side}.${receipt}`));
  const update = () =>
    ConversationModel.findOneAndUpdate(
      { key },
      { $max: Object.fromEntries(paths.map((path) => [path, position])) },
      { returnDocument: 'before' },
    ).lean<ConversationDoc>();
  const before = await update();
  if (before && before.lastSeq >= position.seq) return before;
  // The send has stored the message, but has failed before writing the conversation, or has not written it yet.
  await repairConversation(key);
  if (before) return { ...before, lastSeq: position.seq, unreadFor: before.participants };
  const repaired = await update();
  if (!repaired) throw new Error('A conversation with a message has no document');
  return repaired;
}

/** Creates or updates the document of a conversation from its last message. */
async function repairConversation(conversation: string): Promise<void> {
  const last = await MessageModel.findOne({ conversation }).sort({ seq: -1 }).lean<MessageDoc>();
  if (last) await recordLastMessage(last, [last.senderId, last.receiverId]);
}

/** Finds the newest message of an author up to and including a given message. */
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

/** Finds the id that the author gets with a receipt: their newest message up to it that they have not deleted. */
async function findShownId(
  authorId: string,
  { _id, seq, hiddenFor }: PositionedMessage,
  conversation: string,
): Promise<string | null> {
  const isHidden = hiddenFor?.some((id) => id.equals(authorId)) ?? false;
  return isHidden ? findNewestVisibleId(authorId, conversation, seq) : _id.toHexString();
}

/** Finds the newest message of an author, up to a position, that they have not deleted for themselves. */
async function findNewestVisibleId(
  authorId: string,
  conversation: string,
  seq: number,
): Promise<string | null> {
  const found = await MessageModel.findOne({
    conversation,
    senderId: authorId,
    seq: mongoose.trusted({ $lte: seq }),
    ...visibleTo(authorId),
  })
    .sort({ seq: -1 })
    .select('_id')
    .lean<Pick<MessageDoc, '_id'>>();
  return found?._id.toHexString() ?? null;
}

/** The id of the other participant of a conversation. */
export function getOtherId({ participants }: Pick<ConversationDoc, 'participants'>, userId: string): string {
  return participants.find((id) => !id.equals(userId))?.toHexString() ?? '';
}

/** Presents the receipts for the messages of a user in a conversation. */
export function presentReceipts(
  conversation: Pick<ConversationDoc, 'participants' | 'marks'>,
  userId: string,
) {
  const { delivered, read } = conversation.marks?.[getOtherId(conversation, userId)]?.shown ?? {};
  return {
    ...(delivered ? { deliveredUpTo: delivered.id.toHexString() } : {}),
    ...(read ? { readUpTo: read.id.toHexString() } : {}),
  };
}

/**
 * Like `presentReceipts`, but names only messages that the user has not deleted for themselves.
 *
 * @param visibleIds - messages known to be visible, which need no query.
 */
export async function presentVisibleReceipts(
  conversation: Pick<ConversationDoc, 'key' | 'participants' | 'marks'>,
  userId: string,
  visibleIds: ReadonlySet<string>,
) {
  const shown = conversation.marks?.[getOtherId(conversation, userId)]?.shown;
  const findId = async (position: PositionDoc | undefined) => {
    if (!position) return null;
    const id = position.id.toHexString();
    return visibleIds.has(id) ? id : findNewestVisibleId(userId, conversation.key, position.seq);
  };
  const [deliveredUpTo, readUpTo] = await Promise.all([findId(shown?.delivered), findId(shown?.read)]);
  return { ...(deliveredUpTo && { deliveredUpTo }), ...(readUpTo && { readUpTo }) };
}

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
 * Counts the unread messages of a user that they have not deleted for themselves. Skips conversations whose `unreadFor`
 * does not name the user.
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
    const batch = await countUnreadBatch(userId, candidates.slice(start, start + COUNT_BATCH_SIZE));
    for (const { _id, count } of batch) counts.set(_id, count);
  }
  return counts;
}

function mayHaveUnread({ unreadFor }: Pick<ConversationDoc, 'unreadFor'>, userId: string): boolean {
  return unreadFor?.some((id) => id.equals(userId)) ?? false;
}

function countUnreadBatch(userId: string, conversations: readonly ConversationReceipts[]) {
  return MessageModel.aggregate<{ _id: string; count: number }>([
    {
      $match: {
        $or: conversations.map((conversation) => ({
          conversation: conversation.key,
          senderId: new Types.ObjectId(getOtherId(conversation, userId)),
          seq: { $gt: ownReadPosition(conversation, userId)?.seq ?? 0 },
        })),
        deletedAt: null,
        hiddenFor: { $ne: new Types.ObjectId(userId) },
      },
    },
    { $group: { _id: '$conversation', count: { $sum: 1 } } },
  ]);
}

/** Counts the unread messages of one conversation. Without any, clears the hint, so that later counts skip it. */
async function countAndClearHint(userId: string, conversation: ConversationReceipts): Promise<number> {
  const count = (await countUnread(userId, [conversation])).get(conversation.key) ?? 0;
  if (count === 0 && mayHaveUnread(conversation, userId)) await clearUnreadHint(userId, conversation);
  return count;
}

/** Removes a user from `unreadFor`, the hint for counts, unless a message has arrived since `lastSeq`. */
async function clearUnreadHint(
  userId: string,
  { key, lastSeq }: Pick<ConversationReceipts, 'key' | 'lastSeq'>,
): Promise<void> {
  await ConversationModel.updateOne(
    { key, lastSeq: mongoose.trusted({ $lte: lastSeq }), unreadFor: userId },
    { $pull: { unreadFor: userId } },
  );
}
