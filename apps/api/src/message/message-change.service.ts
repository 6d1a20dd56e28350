import {
  type Changes,
  type ChangesQuery,
  DELETE_FOR_BOTH_MS,
  type Message,
  PAGE_LENGTHS,
  type ReactionEmoji,
} from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import { forbidden, notFound } from '../http/app-error.js';
import type { MediaService } from '../media/media.service.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import { userExists } from '../user/user.service.js';
import { cannotMessage, isBlockedBetween } from './block.service.js';
import { type ChangeLog, createChangeLog, readChanges, readLastChangeNumber } from './change-log.js';
import { conversationKey, type MessageDoc, MessageModel, visibleTo } from './message.model.js';
import type { MessagePresenter } from './message.presenter.js';

interface MessageChangeDeps {
  media: Pick<MediaService, 'discard'>;
  realtime: Pick<RealtimePort, 'messageChanged' | 'messageRemoved'>;
  presenter: MessagePresenter;
}

interface ChangeContext extends MessageChangeDeps {
  log: ChangeLog;
}

/** Creates the service for changes to stored messages. All calls are idempotent. */
export function createMessageChangeService(deps: MessageChangeDeps) {
  const context: ChangeContext = { ...deps, log: createChangeLog() };
  return {
    /**
     * Sets a user's reaction to a message, replacing an earlier one.
     *
     * @throws AppError 404 for an unknown or deleted message and for one in a conversation of other users, 403 when
     * either participant has blocked the other.
     */
    react(userId: string, messageId: string, emoji: ReactionEmoji): Promise<Message> {
      const path = `reactions.${userId}`;
      return changeReaction(
        context,
        userId,
        messageId,
        { [`${path}.emoji`]: mongoose.trusted({ $ne: emoji }) },
        { $set: { [path]: { emoji, at: new Date() } } },
      );
    },

    /** Removes a user's reaction. @throws AppError as `react`. */
    unreact(userId: string, messageId: string): Promise<Message> {
      const path = `reactions.${userId}`;
      return changeReaction(
        context,
        userId,
        messageId,
        { [path]: mongoose.trusted({ $exists: true }) },
        { $unset: { [path]: 1 } },
      );
    },

    deleteForSelf: (userId: string, messageId: string) => deleteForSelf(context, userId, messageId),

    deleteForBoth: (userId: string, messageId: string) => deleteForBoth(context, userId, messageId),

    list: (userId: string, otherId: string, query: ChangesQuery) =>
      listChanges(deps.presenter, userId, otherId, query),
  };
}
export type MessageChangeService = ReturnType<typeof createMessageChangeService>;

/** Applies a change to a user's reaction. `differenceFilter` excludes a message that already has the new state. */
async function changeReaction(
  context: ChangeContext,
  userId: string,
  messageId: string,
  differenceFilter: object,
  change: object,
): Promise<Message> {
  const message = await requireOwnMessage(userId, messageId);
  if (message.deletedAt || isHiddenFor(message, userId)) throw messageNotFound();
  const [senderId = '', receiverId = ''] = participantsOf(message);
  if (await isBlockedBetween(senderId, receiverId)) throw cannotMessage();
  const changed = await MessageModel.findOneAndUpdate(
    { _id: messageId, deletedAt: null, ...differenceFilter },
    { ...change, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<MessageDoc>();
  if (changed) return publishChange(context, changed, false);
  const current = await requireOwnMessage(userId, messageId);
  if (current.deletedAt) throw messageNotFound();
  return publishChange(context, current, true);
}

/**
 * Deletes a message for one of its participants.
 *
 * @throws AppError 404 for a message in a conversation of other users.
 */
async function deleteForSelf(
  { log, realtime }: ChangeContext,
  userId: string,
  messageId: string,
): Promise<void> {
  const message = await requireOwnMessage(userId, messageId);
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
}

/**
 * Deletes a user's own message for both participants. An empty message keeps its position; its picture is removed.
 *
 * @returns the empty message.
 * @throws AppError 404 for a message in a conversation of other users, 403 `not_yours`, 403 `too_late` after an hour.
 */
async function deleteForBoth(context: ChangeContext, userId: string, messageId: string): Promise<Message> {
  const now = new Date();
  const message = await requireOwnMessage(userId, messageId);
  if (!message.senderId.equals(userId)) {
    throw forbidden('not_yours', 'Only the sender can delete this message for both');
  }
  if (!message.deletedAt && now.getTime() - message.createdAt.getTime() > DELETE_FOR_BOTH_MS) {
    throw forbidden('too_late', 'A message can only be deleted for both within an hour of sending it');
  }
  const deleted = await MessageModel.findOneAndUpdate(
    { _id: message._id, deletedAt: null },
    {
      $set: { deletedAt: now, text: '', replyTo: null, quotedText: '' },
      $unset: { reactions: 1, postId: 1 },
      $inc: { version: 1 },
    },
    { returnDocument: 'after' },
  ).lean<MessageDoc>();
  const published = await publishChange(
    context,
    deleted ?? (await requireOwnMessage(userId, messageId)),
    deleted === null,
  );
  // Last, so that no visible message loses its picture if the request fails in between. A retry still finds the key.
  if (message.image) {
    await context.media.discard([message.image.key]);
    await MessageModel.updateOne({ _id: message._id }, { $set: { image: null } });
  }
  return published;
}

/**
 * Records a change that both participants see and publishes the message.
 *
 * @param isRepeat - whether the change may already be recorded; if it is, it is published unless this process has
 * done so.
 * @returns the message as it is now.
 */
async function publishChange(
  { log, presenter, realtime }: ChangeContext,
  changed: MessageDoc,
  isRepeat: boolean,
): Promise<Message> {
  const { _id, conversation, version } = changed;
  let published: Message | null = null;
  const publish = async (changeNumber: number) => {
    // Reads the message again, so that it contains all changes up to this number, including those of other requests.
    const current = (await MessageModel.findById(_id).lean<MessageDoc>()) ?? changed;
    published = await presenter.presentOne(current);
    const recipientIds = participantsOf(current).filter((userId) => !isHiddenFor(current, userId));
    realtime.messageChanged({ message: published, changeNumber }, recipientIds);
  };
  await log.record(conversation, { messageId: _id, version, removedBy: null }, publish, isRepeat);
  return published ?? presenter.presentOne(changed);
}

/**
 * Lists the changes of a conversation after a change number, each message once and as it is now.
 *
 * @throws AppError 404 for an unknown user.
 */
async function listChanges(
  presenter: MessagePresenter,
  userId: string,
  otherId: string,
  { since, limit = PAGE_LENGTHS.messageChanges }: ChangesQuery,
): Promise<Changes> {
  const conversation = conversationKey(userId, otherId);
  const [otherExists, found] = await Promise.all([
    userExists(otherId),
    readChanges(conversation, since, limit + 1),
  ]);
  if (!otherExists) throw notFound('User not found');
  const page = found.slice(0, limit);
  // A message that the other user has deleted for themselves has a change number but is not reported.
  const changedIds = page.filter(({ removedBy }) => !removedBy).map(({ messageId }) => messageId);
  const messages =
    changedIds.length === 0
      ? []
      : await MessageModel.find({
          _id: mongoose.trusted({ $in: changedIds }),
          ...visibleTo(userId),
        }).lean<MessageDoc[]>();
  messages.sort((a, b) => a.seq - b.seq);
  const removed = page.filter(({ removedBy }) => removedBy?.equals(userId));
  return {
    messages: await presenter.present(messages),
    removed: [...new Set(removed.map(({ messageId }) => messageId.toHexString()))],
    // A number beyond the end of the log is set back to its end.
    changeNumber: page.at(-1)?.place ?? Math.min(since, await readLastChangeNumber(conversation)),
    hasMore: found.length > limit,
  };
}

const messageNotFound = () => notFound('Message not found');

/** Finds a message that a user has sent or received. @throws AppError 404 */
async function requireOwnMessage(userId: string, messageId: string): Promise<MessageDoc> {
  const message = await MessageModel.findById(messageId).lean<MessageDoc>();
  if (!message || !participantsOf(message).includes(userId)) throw messageNotFound();
  return message;
}

const isHiddenFor = ({ hiddenFor }: MessageDoc, userId: string) =>
  hiddenFor?.some((id) => id.equals(userId)) ?? false;

const participantsOf = ({ senderId, receiverId }: MessageDoc) => [
  senderId.toHexString(),
  receiverId.toHexString(),
];
