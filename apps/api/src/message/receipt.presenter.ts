import mongoose from 'mongoose';
import { type ConversationDoc, getOtherId, type PositionDoc } from './conversation.model.js';
import { type MessageDoc, MessageModel, visibleTo } from './message.model.js';

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

/** Finds the id that the author gets with a receipt: their newest message up to it that they have not deleted. */
export async function findShownId(
  authorId: string,
  { _id, seq, hiddenFor }: Pick<MessageDoc, '_id' | 'seq' | 'hiddenFor'>,
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
