import { type Conversation, type ConversationQuery, PAGE_LENGTHS } from '@safarnama/contracts';
import mongoose from 'mongoose';
import { notFound } from '../http/app-error.js';
import { userExists } from '../user/user.service.js';
import { findBlockers } from './block.service.js';
import { readLastChangeNumber } from './change-log.js';
import { type ConversationDoc, ConversationModel } from './conversation.model.js';
import { conversationKey, type MessageDoc, MessageModel, visibleTo } from './message.model.js';
import type { MessagePresenter } from './message.presenter.js';
import { findPosition, otherConversation } from './message.service.js';
import { presentVisibleReceipts } from './receipt.presenter.js';
import { countUnread, ownReadPosition } from './unread-counts.js';

export function createConversationService({ presenter }: { presenter: MessagePresenter }) {
  return {
    /**
     * Reads a page of a conversation, oldest message first: the newest messages, or those before or after a message.
     *
     * @throws AppError 404 for an unknown user, 400 when the message belongs to another conversation.
     */
    async getConversation(
      userId: string,
      otherId: string,
      { limit = PAGE_LENGTHS.messages, before, after }: ConversationQuery,
    ): Promise<Conversation> {
      const key = conversationKey(userId, otherId);
      const isForward = after !== undefined;
      const anchorId = before ?? after;
      // Reads the change number before the messages, so that a change in between is reported twice, not missed.
      const [otherExists, anchor, conversation, changeNumber, blockers] = await Promise.all([
        userExists(otherId),
        anchorId === undefined ? null : findPosition(anchorId, key),
        ConversationModel.findOne({ key }).lean<ConversationDoc>(),
        readLastChangeNumber(key),
        findBlockers(userId, otherId),
      ]);
      if (!otherExists) throw notFound('User not found');
      if (anchorId !== undefined && !anchor) throw otherConversation(isForward ? 'after' : 'before');
      const [found, unread] = await Promise.all([
        readMessages(userId, key, anchor?.seq ?? null, isForward, limit + 1),
        countUnread(userId, conversation ? [conversation] : []),
      ]);
      const page = found.slice(0, limit);
      const lastRead = page.at(-1);
      if (!isForward) page.reverse();
      const ownRead = conversation && ownReadPosition(conversation, userId);
      const visibleIds = new Set(page.map(({ _id }) => _id.toHexString()));
      return {
        messages_between_sender_receiver: await presenter.present(page),
        nextCursor: found.length > limit && lastRead ? lastRead._id.toHexString() : null,
        changeNumber,
        ...(conversation ? await presentVisibleReceipts(conversation, userId, visibleIds) : {}),
        ...(ownRead ? { ownReadUpTo: ownRead.id.toHexString() } : {}),
        unreadCount: unread.get(key) ?? 0,
        isBlocked: blockers.has(userId),
        canMessage: blockers.size === 0,
      };
    },
  };
}
export type ConversationService = ReturnType<typeof createConversationService>;

/**
 * Reads messages visible to a user.
 *
 * @param seq - position to start from; null for the whole conversation.
 * @param isForward - true for the messages after the position, oldest first; false for those before it, newest first.
 */
function readMessages(
  userId: string,
  conversation: string,
  seq: number | null,
  isForward: boolean,
  limit: number,
): Promise<MessageDoc[]> {
  const range = seq !== null && { seq: mongoose.trusted(isForward ? { $gt: seq } : { $lt: seq }) };
  return MessageModel.find({ conversation, ...range, ...visibleTo(userId) })
    .sort({ seq: isForward ? 1 : -1 })
    .limit(limit)
    .lean<MessageDoc[]>();
}
