import type { Message, MessageInput } from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import { badRequest, notFound } from '../http/app-error.js';
import { createAttemptRunner, type RunAttempt } from '../lib/attempt-runner.js';
import { createKeyedQueue, type KeyedQueue } from '../lib/keyed-queue.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import type { MediaService } from '../media/media.service.js';
import type { SharedPostService } from '../post/shared-posts.js';
import type { MessageOrigin, RealtimePort } from '../realtime/realtime-port.js';
import { appendInOrder } from './append.js';
import { cannotMessage } from './block.service.js';
import { type ConversationDoc, ConversationModel } from './conversation.model.js';
import { conversationKey, type MessageDoc, MessageModel } from './message.model.js';
import type { MessagePresenter } from './message.presenter.js';
import { createRunningWrites, type RunningWrites } from './running-writes.js';
import { readLastPosition, type SendLookup, type SendLookups } from './send-lookups.js';

interface MessageDeps {
  media: Pick<MediaService, 'accept' | 'discard' | 'validate'>;
  realtime: Pick<RealtimePort, 'messageStored'>;
  presenter: MessagePresenter;
  sharedPosts: Pick<SharedPostService, 'exists'>;
  sendLookups: SendLookups;
}

/** Creates the 400 error of a message that a conversation does not have. @param field - that names the message. */
export function otherConversation(field: string) {
  return badRequest('other_conversation', 'This message belongs to another conversation', field);
}

interface SendContext extends MessageDeps {
  /** Serializes the writes to a conversation within this process, so that only processes compete for a position. */
  runExclusive: KeyedQueue;
  /** Runs the attempts of a send, named by its `clientKey`. */
  runAttempt: RunAttempt;
  /** Updates of conversations after a message; each begins with its event. */
  updates: RunningWrites;
}

type NewMessage = Omit<MessageDoc, 'seq' | 'createdAt' | 'deletedAt' | 'hiddenFor' | 'version'>;
export interface SendResult {
  message: Message;
  /** False when the message of this `clientMessageId` was stored before. */
  isNew: boolean;
}

export function createMessageService(deps: MessageDeps) {
  const context: SendContext = {
    ...deps,
    runExclusive: createKeyedQueue(),
    runAttempt: createAttemptRunner(),
    updates: createRunningWrites(),
  };
  return {
    send: (senderId: string, receiverId: string, input: MessageInput, origin: MessageOrigin) =>
      sendMessage(context, senderId, receiverId, input, origin),

    /**
     * Resolves when each message whose event this process has emitted by now is the last one of its conversation and
     * counts as unread. Await it before reading conversations: a client that connects right after the event does not
     * receive it, and would miss the message.
     */
    whenRecorded: context.updates.whenEnded,

    /** Whether the message exists, is not deleted, and has the picture with this key. */
    async hasPicture(messageId: string, key: string): Promise<boolean> {
      return (await MessageModel.exists({ _id: messageId, 'image.key': key, deletedAt: null })) !== null;
    },
  };
}
export type MessageService = ReturnType<typeof createMessageService>;

/**
 * Stores and publishes a message. Resolves when the write is durable. With a known `clientMessageId` it returns the
 * stored message, and publishes it only if the earlier attempt may have failed before it did.
 *
 * @throws AppError 400 to oneself, for an invalid picture and for a reply to a message of another conversation; 404
 * for an unknown receiver and for an unknown story; 403 when either user has blocked the other.
 */
async function sendMessage(
  context: SendContext,
  senderId: string,
  receiverId: string,
  input: MessageInput,
  origin: MessageOrigin,
): Promise<SendResult> {
  const { media, sharedPosts, sendLookups } = context;
  if (receiverId === senderId) throw badRequest('to_oneself', "You can't message yourself", 'receiverId');
  const { clientMessageId, replyTo, postId } = input;
  const _id = new Types.ObjectId();
  const conversation = conversationKey(senderId, receiverId);
  const clientKey = `${senderId}:${clientMessageId ?? _id.toHexString()}`;
  const [lookup, quoted, postExists] = await Promise.all([
    sendLookups.find(senderId, receiverId),
    replyTo === undefined ? null : findPosition(replyTo, conversation),
    postId === undefined || sharedPosts.exists(postId),
  ]);
  const quoteExists = replyTo === undefined || quoted !== null;
  const rejection = findRejection({ ...lookup, quoteExists, postExists });
  // A repeat returns the stored message even if a new one would be rejected, and stores no picture again. The unique
  // index detects all other repeats, so that a first attempt does not look for a message that hardly ever exists.
  if (clientMessageId !== undefined && (rejection || input.image !== '')) {
    const existing = await MessageModel.findOne({ clientKey }).lean<MessageDoc>();
    if (existing) return resendMessage(context, existing, origin);
  }
  if (rejection) {
    media.validate(input.image, 'image');
    throw rejection;
  }

  const image = await media.accept({
    image: input.image,
    owner: { kind: 'message', recordId: _id.toHexString(), viewers: [senderId, receiverId] },
    current: null,
    field: 'image',
  });
  const newMessage: NewMessage = {
    _id,
    conversation,
    senderId: new Types.ObjectId(senderId),
    receiverId: new Types.ObjectId(receiverId),
    text: input.text,
    image,
    clientMessageId: clientMessageId ?? null,
    clientKey,
    replyTo: quoted?._id ?? null,
    ...(postId === undefined ? {} : { postId: new Types.ObjectId(postId) }),
    quotedText: input.quotedText ?? '',
  };
  const sent = await context.runExclusive(conversation, async () => {
    // One user may have blocked the other while the picture was processed or earlier messages were stored. After a
    // short wait, the lookup still comes from the cache.
    const { isBlocked } = await sendLookups.find(senderId, receiverId);
    if (isBlocked) return null;
    return context.runAttempt(clientKey, (mayBeUnpublished) =>
      storeAndPublish(context, newMessage, origin, mayBeUnpublished),
    );
  });
  if (image && !sent?.isNew) await media.discard([image.key]);
  if (!sent) throw cannotMessage();
  const { stored, message, isNew } = sent;
  // Before the response: an acknowledged message has to appear in the contact list and in the unread count.
  await recordTracked(context, stored);
  return { message, isNew };
}

interface Findings extends SendLookup {
  quoteExists: boolean;
  postExists: boolean;
}

/** Creates the error of a message that cannot be sent, in the order 400, 404, 403; null for one that can. */
function findRejection({ receiverExists, isBlocked, quoteExists, postExists }: Findings) {
  if (!quoteExists) return otherConversation('replyTo');
  if (!receiverExists) return notFound('User not found');
  if (!postExists) return notFound('Post not found');
  return isBlocked ? cannotMessage() : null;
}

/** Completes a send whose message is stored: the first attempt may have failed after its first write. */
async function resendMessage(
  context: SendContext,
  stored: MessageDoc,
  origin: MessageOrigin,
): Promise<SendResult> {
  const { presenter, realtime, runAttempt } = context;
  const message = await presenter.presentOne(stored);
  await runAttempt(stored.clientKey, async (mayBeUnpublished) => {
    if (mayBeUnpublished && !(await wasPublished(stored))) realtime.messageStored(message, origin);
  });
  await recordTracked(context, stored);
  return { message, isNew: false };
}

/** Call it in the same turn of the event loop as the event, so that no read comes in between. */
function recordTracked({ updates }: SendContext, message: MessageDoc): Promise<void> {
  const userIds = [message.senderId, message.receiverId].map((id) => id.toHexString());
  return updates.track(userIds, recordLastMessage(message));
}

/** Runs exclusively for a conversation, so that this process publishes messages in the order of their positions. */
async function storeAndPublish(
  { presenter, realtime, sendLookups }: SendContext,
  newMessage: NewMessage,
  origin: MessageOrigin,
  mayBeUnpublished: boolean,
) {
  const { conversation } = newMessage;
  const { stored, isNew } = await appendMessage(newMessage, sendLookups.lastPosition(conversation));
  if (isNew) sendLookups.recordPosition(conversation, stored.seq);
  // Reads the quote only now: its message may have been deleted while the picture was processed.
  const message = await presenter.presentOne(stored);
  const isUnpublished = isNew || (mayBeUnpublished && !(await wasPublished(stored)));
  if (isUnpublished) realtime.messageStored(message, origin);
  return { stored, message, isNew };
}

/** Stores a message as the model would, without the validation that the contract and this service have done. */
async function insertMessage(message: NewMessage, seq: number): Promise<MessageDoc> {
  const stored: MessageDoc = { ...message, seq, deletedAt: null, version: 0, createdAt: new Date() };
  await MessageModel.collection.insertOne(stored);
  return stored;
}

/**
 * Stores a message at the next position of its conversation.
 *
 * @param cachedLast - the last position that this process knows.
 * @returns the stored message; the earlier one when its `clientKey` exists.
 */
function appendMessage(
  message: NewMessage,
  cachedLast: number | undefined,
): Promise<{ stored: MessageDoc; isNew: boolean }> {
  const { conversation, clientKey } = message;
  return appendInOrder({
    readLast: () => readLastPosition(conversation),
    cachedLast,
    positionField: 'seq',
    async insert(seq) {
      try {
        return { stored: await insertMessage(message, seq), isNew: true };
      } catch (error) {
        const isRepeat = isDuplicateKeyError(error, 'clientKey');
        const stored = isRepeat ? await MessageModel.findOne({ clientKey }).lean<MessageDoc>() : null;
        if (!stored) throw error;
        return { stored, isNew: false };
      }
    },
  });
}

/** Finds the position of a message in a conversation; null when the conversation has no such message. */
export function findPosition(messageId: string, conversation: string) {
  return MessageModel.findOne({ _id: messageId, conversation })
    .select('seq')
    .lean<Pick<MessageDoc, '_id' | 'seq'>>();
}

/**
 * Whether the event of a message has certainly been emitted, or is not needed any more. False in doubt: the web app
 * ignores an event that it has received before.
 */
async function wasPublished({ _id, conversation, seq, receiverId, deletedAt }: MessageDoc): Promise<boolean> {
  if (deletedAt) return true;
  const found = await ConversationModel.findOne({ key: conversation })
    .select('lastMessageId marks')
    .lean<Pick<ConversationDoc, 'lastMessageId' | 'marks'>>();
  if (!found) return false;
  const readSeq = found.marks?.[receiverId.toHexString()]?.own?.read?.seq ?? 0;
  // `recordLastMessage` runs after the event. A later message hides whether it ran for this one.
  return found.lastMessageId.equals(_id) || readSeq >= seq;
}

type LastMessage = Pick<MessageDoc, '_id' | 'conversation' | 'seq' | 'senderId' | 'receiverId' | 'createdAt'>;

/**
 * Makes a message the last one of its conversation unless there is a later one, and records who may have unread
 * messages. Safe to repeat.
 *
 * @param readers - the receiver; naming more users is harmless, because unread messages are counted.
 */
export async function recordLastMessage(
  message: LastMessage,
  readers: readonly Types.ObjectId[] = [message.receiverId],
): Promise<void> {
  const { conversation, seq, senderId, receiverId, createdAt } = message;
  const last = { lastSeq: seq, lastMessageId: message._id };
  // One write sets both, because a reader is removed from `unreadFor` only if `lastSeq` has not changed since the
  // count. After the clock was set back, the conversation does not move down in the lists.
  const unread = { $addToSet: { unreadFor: { $each: [...readers] } }, $max: { lastMessageAt: createdAt } };
  const olderFilter = { key: conversation, lastSeq: mongoose.trusted({ $lt: seq }) };
  const { matchedCount } = await ConversationModel.updateOne(olderFilter, { $set: last, ...unread });
  if (matchedCount > 0) return;
  try {
    const { upsertedCount } = await ConversationModel.updateOne(
      { key: conversation },
      { $setOnInsert: { ...last, participants: [senderId, receiverId] }, ...unread },
      { upsert: true },
    );
    if (upsertedCount > 0) return;
  } catch (error) {
    // A concurrent send has created the conversation.
    if (!isDuplicateKeyError(error, 'key')) throw error;
  }
  // The message of the concurrent send may be older than this one.
  await ConversationModel.updateOne(olderFilter, { $set: last, ...unread });
}
