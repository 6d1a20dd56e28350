import mongoose from 'mongoose';
import { createAttemptRunner } from '../lib/attempt-runner.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import { requireUser } from '../user/user.service.js';
import { isBlockedBetween } from './block.service.js';
import { type ConversationDoc, ConversationModel, type PositionDoc } from './conversation.model.js';
import { conversationKey, type MessageDoc, MessageModel } from './message.model.js';
import { otherConversation, recordLastMessage } from './message.service.js';
import { findShownId } from './receipt.presenter.js';
import { countAndClearHint } from './unread-counts.js';

type ReceiptKind = 'delivered' | 'read';

/** The user who has received or read messages. */
export interface ReceiptSender {
  userId: string;
  appearsOffline: boolean;
}

type PositionedMessage = Pick<MessageDoc, '_id' | 'seq' | 'senderId' | 'hiddenFor'>;
const POSITION_FIELDS = 'seq senderId hiddenFor';

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
    mayBeUnpublished: boolean,
  ): Promise<number> {
    const position = { seq: newest.seq, id: newest._id };
    const before = await advanceReceipts(key, userId, kind, position, isShown);
    const { own, shown } = before.marks?.[userId] ?? {};
    // A read receipt has notified the author of the delivery as well.
    const isRepublished = mayBeUnpublished && (kind === 'read' || (own?.read?.seq ?? 0) < position.seq);
    const isAhead = (stored: PositionDoc | undefined) => {
      const seq = stored?.seq ?? 0;
      return isRepublished ? seq <= position.seq : seq < position.seq;
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
      authorId: string,
      upTo: string,
    ): Promise<{ unreadCount: number }> {
      const key = conversationKey(userId, authorId);
      const [anchor, isBlocked] = await Promise.all([
        MessageModel.findOne({ _id: upTo, conversation: key })
          .select(POSITION_FIELDS)
          .lean<PositionedMessage>(),
        isBlockedBetween(userId, authorId),
      ]);
      if (!anchor) {
        await requireUser(authorId);
        throw otherConversation('upTo');
      }
      const newest = await findNewestFrom(authorId, key, anchor);
      if (!newest) {
        const conversation = await ConversationModel.findOne({ key }).lean<ConversationDoc>();
        return { unreadCount: conversation ? await countAndClearHint(userId, conversation) : 0 };
      }

      const receipt = { kind, userId, authorId, key, newest, isShown: !appearsOffline && !isBlocked };
      const unreadCount = await runAttempt(`${kind}:${userId}:${newest._id}`, (mayBeUnpublished) =>
        storeAndPublish(receipt, mayBeUnpublished),
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
