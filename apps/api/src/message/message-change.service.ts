import {
  type Changes,
  type ChangesQuery,
  DELETE_FOR_BOTH_MS,
  type Message,
  type ReactionEmoji,
} from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import { forbidden, notFound } from '../http/app-error.js';
import type { MediaService } from '../media/media.service.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import type { UserService } from '../user/user.service.js';
import { type BlockService, cannotMessage } from './block.service.js';
import { createChangeLog, lastChangeNumber, readChanges } from './change-log.js';
import { conversationKey, type MessageDoc, MessageModel, visibleTo } from './message.model.js';
import type { MessagePresenter } from './message.presenter.js';

/** Changes told at a time without `limit`. */
const DEFAULT_LIMIT = 200;

const messageNotFound = () => notFound('Message not found');

/** @throws AppError 404 for what is not there, and for what is not of one's conversations. */
async function requireParticipant(userId: string, messageId: string): Promise<MessageDoc> {
  const message = await MessageModel.findById(messageId).lean<MessageDoc>();
  const isOwn = message?.senderId.equals(userId) || message?.receiverId.equals(userId);
  if (!message || !isOwn) throw messageNotFound();
  return message;
}

const isHiddenFor = ({ hiddenFor }: MessageDoc, userId: string) =>
  hiddenFor?.some((id) => id.equals(userId)) ?? false;

const participantsOf = ({ senderId, receiverId }: MessageDoc) => [
  senderId.toHexString(),
  receiverId.toHexString(),
];

interface MessageChangeDeps {
  media: Pick<MediaService, 'discard'>;
  realtime: Pick<RealtimePort, 'messageChanged' | 'messageRemoved'>;
  users: Pick<UserService, 'exists'>;
  blocks: Pick<BlockService, 'isBlockedBetween'>;
  presenter: MessagePresenter;
}

/** What happens to messages after they are stored. Each call is safe to repeat. */
export function createMessageChangeService({ media, realtime, users, blocks, presenter }: MessageChangeDeps) {
  const log = createChangeLog();

  /** Notes that a message has changed for both, and tells them. @returns the message as it is now. */
  async function publishChange(changed: MessageDoc, isRepeat: boolean): Promise<Message> {
    const { _id, conversation, version } = changed;
    let published: Message | null = null;
    const notify = async (changeNumber: number) => {
      // Read again: it holds every change up to this number, of others too.
      const current = (await MessageModel.findById(_id).lean<MessageDoc>()) ?? changed;
      published = await presenter.presentOne(current);
      const recipientIds = participantsOf(current).filter((userId) => !isHiddenFor(current, userId));
      realtime.messageChanged({ message: published, changeNumber }, recipientIds);
    };
    await log.record(conversation, { messageId: _id, version, removedBy: null }, notify, isRepeat);
    return published ?? presenter.presentOne(changed);
  }

  /** Makes a change of one's reaction. */
  async function changeReaction(
    userId: string,
    messageId: string,
    differenceFilter: object,
    change: object,
  ): Promise<Message> {
    const found = await requireParticipant(userId, messageId);
    if (found.deletedAt || isHiddenFor(found, userId)) throw messageNotFound();
    const [senderId = '', receiverId = ''] = participantsOf(found);
    if (await blocks.isBlockedBetween(senderId, receiverId)) throw cannotMessage();
    const changed = await MessageModel.findOneAndUpdate(
      { _id: messageId, deletedAt: null, ...differenceFilter },
      { ...change, $inc: { version: 1 } },
      { returnDocument: 'after' },
    ).lean<MessageDoc>();
    if (changed) return publishChange(changed, false);
    const current = await requireParticipant(userId, messageId);
    if (current.deletedAt) throw messageNotFound();
    return publishChange(current, true);
  }

  return {
    /**
     * Sets one's reaction to a message; an earlier one is replaced.
     *
     * @throws AppError 404 for a message that is gone or not of one's conversations, 403 where one of the two has
     * blocked the other.
     */
    react(userId: string, messageId: string, emoji: ReactionEmoji): Promise<Message> {
      const path = `reactions.${userId}`;
      return changeReaction(
        userId,
        messageId,
        { [`${path}.emoji`]: mongoose.trusted({ $ne: emoji }) },
        { $set: { [path]: { emoji, at: new Date() } } },
      );
    },

    /** Takes one's reaction back. @throws AppError as `react`. */
    unreact(userId: string, messageId: string): Promise<Message> {
      const path = `reactions.${userId}`;
      return changeReaction(
        userId,
        messageId,
        { [path]: mongoose.trusted({ $exists: true }) },
        { $unset: { [path]: 1 } },
      );
    },

    /** Deletes a message for oneself alone. @throws AppError 404 for what is not of one's conversations. */
    async deleteForSelf(userId: string, messageId: string): Promise<void> {
      const message = await requireParticipant(userId, messageId);
      const { modifiedCount } = await MessageModel.updateOne(
        { _id: message._id, ...visibleTo(userId) },
        { $addToSet: { hiddenFor: userId } },
      );
      const withUserId = participantsOf(message).find((id) => id !== userId) ?? userId;
      await log.record(
        message.conversation,
        { messageId: message._id, version: null, removedBy: new Types.ObjectId(userId) },
        async (changeNumber) =>
          realtime.messageRemoved(userId, { messageId: message._id.toHexString(), withUserId, changeNumber }),
        modifiedCount === 0,
      );
    },

    /**
     * Deletes one's own message for both: an empty row stays in its place, and nobody can open its picture any more.
     *
     * @returns that row.
     * @throws AppError 404 for what is not of one's conversations, 403 `not_yours`, 403 `too_late` after an hour.
     */
    async deleteForBoth(userId: string, messageId: string, now = new Date()): Promise<Message> {
      const message = await requireParticipant(userId, messageId);
      if (!message.senderId.equals(userId)) {
        throw forbidden('not_yours', 'Only the sender can delete this message for both');
      }
      if (message.deletedAt) return publishChange(message, true);
      if (now.getTime() - message.createdAt.getTime() > DELETE_FOR_BOTH_MS) {
        throw forbidden('too_late', 'A message can be deleted for both within an hour of sending it');
      }
      // First the picture: a try that ends in between still knows its key when it is repeated.
      if (message.image) await media.discard([message.image.key]);
      const deleted = await MessageModel.findOneAndUpdate(
        { _id: message._id, deletedAt: null },
        {
          $set: { deletedAt: now, text: '', image: null, replyTo: null },
          $unset: { reactions: 1 },
          $inc: { version: 1 },
        },
        { returnDocument: 'after' },
      ).lean<MessageDoc>();
      return publishChange(deleted ?? (await requireParticipant(userId, messageId)), deleted === null);
    },

    /**
     * What happened to messages of a conversation after a change number, each message once and as it is now.
     *
     * @throws AppError 404 when nobody has this id.
     */
    async changes(
      userId: string,
      otherId: string,
      { since, limit = DEFAULT_LIMIT }: ChangesQuery,
    ): Promise<Changes> {
      const conversation = conversationKey(userId, otherId);
      const [exists, found] = await Promise.all([
        users.exists(otherId),
        readChanges(conversation, since, limit + 1),
      ]);
      if (!exists) throw notFound('User not found');
      const page = found.slice(0, limit);
      // What the other person removed for themselves counts as a number, and is nobody else's business.
      const changed = page.filter(({ removedBy }) => !removedBy).map(({ messageId }) => messageId);
      const messages =
        changed.length === 0
          ? []
          : await MessageModel.find({
              _id: mongoose.trusted({ $in: changed }),
              ...visibleTo(userId),
            }).lean<MessageDoc[]>();
      messages.sort((a, b) => a.seq - b.seq);
      const removed = page.filter(({ removedBy }) => removedBy?.equals(userId));
      return {
        messages: await presenter.present(messages),
        removed: [...new Set(removed.map(({ messageId }) => messageId.toHexString()))],
        // A number that this log never gave is taken back to its end.
        changeNumber: page.at(-1)?.place ?? Math.min(since, await lastChangeNumber(conversation)),
        hasMore: found.length > limit,
      };
    },
  };
}
export type MessageChangeService = ReturnType<typeof createMessageChangeService>;
