import mongoose, { type Types } from 'mongoose';
import { isDuplicateKeyError } from '../config/mongo.js';
import { ConversationModel } from './conversation.model.js';
import { type MessageDoc, MessageModel } from './message.model.js';

type LastMessage = Pick<MessageDoc, '_id' | 'conversation' | 'seq' | 'senderId' | 'receiverId' | 'createdAt'>;

/**
 * Moves a conversation to the top of both lists, never back behind a later message, and notes that some people may
 * have to read there. Safe to repeat.
 *
 * @param readers - the receiver of the message; more does no harm, as what is unread is counted.
 */
export async function recordLastMessage(
  message: LastMessage,
  readers: readonly Types.ObjectId[] = [message.receiverId],
): Promise<void> {
  const { conversation, seq, senderId, receiverId, createdAt } = message;
  const lastFields = { lastSeq: seq, lastMessageId: message._id, lastMessageAt: createdAt };
  // In one write: whoever takes a reader off the list first looks whether `lastSeq` is still the one they counted at.
  const unread = { $addToSet: { unreadFor: { $each: [...readers] } } };
  const olderFilter = { key: conversation, lastSeq: mongoose.trusted({ $lt: seq }) };
  const { matchedCount } = await ConversationModel.updateOne(olderFilter, { $set: lastFields, ...unread });
  if (matchedCount > 0) return;
  try {
    const { upsertedCount } = await ConversationModel.updateOne(
      { key: conversation },
      { $setOnInsert: { ...lastFields, participants: [senderId, receiverId] }, ...unread },
      { upsert: true },
    );
    if (upsertedCount > 0) return;
  } catch (error) {
    // Somebody else's message made it in the meantime.
    if (!isDuplicateKeyError(error, 'key')) throw error;
  }
  // That one may be older than ours.
  await ConversationModel.updateOne(olderFilter, { $set: lastFields, ...unread });
}

/** Makes the row of a conversation whose first send ended before it did so. Does nothing without a message. */
export async function repairConversation(conversation: string): Promise<void> {
  const last = await MessageModel.findOne({ conversation }).sort({ seq: -1 }).lean<MessageDoc>();
  if (last) await recordLastMessage(last, [last.senderId, last.receiverId]);
}
