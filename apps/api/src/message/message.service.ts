import type { Conversation, ConversationQuery, Message, MessageInput } from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import { isDuplicateKeyError } from '../config/mongo.js';
import { badRequest, notFound } from '../http/app-error.js';
import { createKeyedQueue } from '../lib/keyed-queue.js';
import type { MediaService } from '../media/media.service.js';
import type { MessageOrigin, RealtimePort } from '../realtime/realtime-port.js';
import type { UserService } from '../user/user.service.js';
import { appendInOrder } from './append.js';
import { type BlockService, cannotMessage } from './block.service.js';
import { lastChangeNumber } from './change-log.js';
import { type ConversationDoc, ConversationModel } from './conversation.model.js';
import { recordLastMessage } from './conversation-row.js';
import { conversationKey, type MessageDoc, MessageModel, visibleTo } from './message.model.js';
import type { MessagePresenter } from './message.presenter.js';
import { ownReadPosition, presentVisibleReceipts, type ReceiptService } from './receipt.service.js';

/** Messages of a conversation asked for without parameters. */
const DEFAULT_LIMIT = 500;
/** Conversations whose last place a process keeps in mind, and failed sends: some 150 bytes each. */
const MAX_CACHED = 10_000;

type NewMessage = Omit<MessageDoc, 'seq' | 'createdAt' | 'deletedAt' | 'hiddenFor' | 'version'>;

async function readLastSeq(conversation: string): Promise<number> {
  const last = await MessageModel.findOne({ conversation })
    .sort({ seq: -1 })
    .select('seq')
    .lean<Pick<MessageDoc, 'seq'>>();
  return last?.seq ?? 0;
}

function findPosition(messageId: string, conversation: string) {
  return MessageModel.findOne({ _id: messageId, conversation })
    .select('seq')
    .lean<Pick<MessageDoc, '_id' | 'seq'>>();
}

/**
 * Stores a message at the next place of its conversation.
 *
 * @param cachedLastSeq - the last place that this process knows of.
 * @returns the stored message, which is the earlier one when its `clientKey` is known.
 */
async function appendMessage(
  message: NewMessage,
  cachedLastSeq: number | undefined,
): Promise<{ stored: MessageDoc; isNew: boolean }> {
  return appendInOrder({
    readLast: () => readLastSeq(message.conversation),
    cachedLast: cachedLastSeq,
    positionField: 'seq',
    async insert(seq) {
      try {
        const doc = await MessageModel.create({ ...message, seq, createdAt: new Date() });
        return { stored: doc.toObject<MessageDoc>(), isNew: true };
      } catch (error) {
        const isRepeat = isDuplicateKeyError(error, 'clientKey');
        const { clientKey } = message;
        const stored = isRepeat ? await MessageModel.findOne({ clientKey }).lean<MessageDoc>() : null;
        if (!stored) throw error;
        return { stored, isNew: false };
      }
    },
  });
}

/** Forgets what was put in first, once there is too much. */
function evictOldest(cache: Pick<Map<string, unknown>, 'size' | 'keys' | 'delete'>): void {
  const oldest = cache.size > MAX_CACHED ? cache.keys().next() : null;
  if (oldest && !oldest.done) cache.delete(oldest.value);
}

/** The last places of the conversations that were written to lately: spares `append` its read. */
function createLastSeqCache() {
  const seqByConversation = new Map<string, number>();
  return {
    get: (conversation: string) => seqByConversation.get(conversation),
    set(conversation: string, seq: number): void {
      // Moved to the end, so that the one written to longest ago is forgotten first.
      seqByConversation.delete(conversation);
      seqByConversation.set(conversation, seq);
      evictOldest(seqByConversation);
    },
  };
}

interface MessageDeps {
  media: MediaService;
  realtime: Pick<RealtimePort, 'messageStored'>;
  users: Pick<UserService, 'exists'>;
  blocks: Pick<BlockService, 'isBlockedBetween' | 'findBlockedByUser'>;
  receipts: Pick<ReceiptService, 'countUnread'>;
  presenter: MessagePresenter;
}

export function createMessageService({ media, realtime, users, blocks, receipts, presenter }: MessageDeps) {
  /** One writer at a time for a conversation in this process: the race for a place is left to other processes. */
  const runExclusive = createKeyedQueue();
  const lastSeqs = createLastSeqCache();
  /** Keys of sends that failed, perhaps after the message was stored: a repeat that finds it has to tell of it. */
  const unpublished = new Set<string>();

  /** All that a send has to know first, asked for at once. */
  async function loadSendContext(
    senderId: string,
    receiverId: string,
    input: MessageInput,
    clientKey: string,
  ) {
    const { clientMessageId, replyTo } = input;
    const [known, receiver, isBlocked, quoted] = await Promise.all([
      clientMessageId === undefined ? null : MessageModel.findOne({ clientKey }).lean<MessageDoc>(),
      users.exists(receiverId),
      blocks.isBlockedBetween(senderId, receiverId),
      replyTo === undefined ? null : findPosition(replyTo, conversationKey(senderId, receiverId)),
    ]);
    return { known, receiver, isBlocked, quoted };
  }

  return {
    /**
     * Sends a message. The answer comes after the write is durable; with a known `clientMessageId` it is the
     * stored message, and nothing is sent again.
     *
     * @throws AppError 400 to oneself, for a picture that cannot be taken and for an answer to what is not of this
     * conversation, 404 when nobody has this id, 403 where one of the two has blocked the other.
     */
    async send(
      senderId: string,
      rawReceiverId: string,
      input: MessageInput,
      origin: MessageOrigin,
    ): Promise<{ message: Message; isNew: boolean }> {
      const receiverId = rawReceiverId.toLowerCase();
      if (receiverId === senderId)
        throw badRequest('to_oneself', 'You cannot send a message to yourself', 'receiverId');
      const _id = new Types.ObjectId();
      const { clientMessageId } = input;
      const clientKey = `${senderId}:${clientMessageId ?? _id.toHexString()}`;
      const { known, receiver, isBlocked, quoted } = await loadSendContext(
        senderId,
        receiverId,
        input,
        clientKey,
      );
      if (known) {
        // The first try may have ended between the two writes.
        await recordLastMessage(known);
        const message = await presenter.presentOne(known);
        if (unpublished.delete(clientKey)) realtime.messageStored(message, origin);
        return { message, isNew: false };
      }
      if (!receiver || isBlocked) {
        media.validate(input.image, 'image');
        throw receiver ? cannotMessage() : notFound('User not found');
      }
      if (input.replyTo !== undefined && !quoted) {
        throw badRequest('invalid', 'This message is not of this conversation', 'replyTo');
      }

      const image = await media.accept({
        image: input.image,
        owner: { kind: 'message', recordId: _id.toHexString(), viewers: [senderId, receiverId] },
        current: null,
        field: 'image',
      });
      // A picture takes its time: enough to block somebody.
      if (image && (await blocks.isBlockedBetween(senderId, receiverId))) {
        await media.discard([image.key]);
        throw cannotMessage();
      }
      const conversation = conversationKey(senderId, receiverId);
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
      };
      const { stored, message, isNew } = await runExclusive(conversation, async () => {
        try {
          const appended = await appendMessage(newMessage, lastSeqs.get(conversation));
          if (appended.isNew) lastSeqs.set(conversation, appended.stored.seq);
          // The quote is read only now: while the picture was taken, its message may have been deleted.
          const message = await presenter.presentOne(appended.stored);
          // In turn as well, so that events leave in the order of the places.
          const wasUnpublished = unpublished.delete(clientKey);
          if (appended.isNew || wasUnpublished) realtime.messageStored(message, origin);
          return { ...appended, message };
        } catch (error) {
          unpublished.add(clientKey);
          evictOldest(unpublished);
          throw error;
        }
      });
      if (!isNew && image) await media.discard([image.key]);
      // Before the answer: an acknowledged message must be in the list of contacts and among the unread ones.
      await recordLastMessage(stored);
      return { message, isNew };
    },

    /** Whether a message is there and holds the picture of this key. */
    async hasPicture(messageId: string, key: string): Promise<boolean> {
      return (await MessageModel.exists({ _id: messageId, 'image.key': key })) !== null;
    },

    /**
     * A page of a conversation, oldest first: the newest, or what came before or after a message of it.
     *
     * @throws AppError 404 when nobody has this id, 400 when the message is not of this conversation.
     */
    async getConversation(
      userId: string,
      rawOtherId: string,
      { limit = DEFAULT_LIMIT, before, after }: ConversationQuery,
    ): Promise<Conversation> {
      const otherId = rawOtherId.toLowerCase();
      const conversation = conversationKey(userId, otherId);
      const isForward = after !== undefined;
      const anchorId = before ?? after;
      // The change number is read before the messages: what changes in between is told once more, not missed.
      const [userExists, anchor, conversationDoc, changeNumber, blocked] = await Promise.all([
        users.exists(otherId),
        anchorId === undefined ? null : findPosition(anchorId, conversation),
        ConversationModel.findOne({ key: conversation }).lean<ConversationDoc>(),
        lastChangeNumber(conversation),
        blocks.findBlockedByUser(userId, [otherId]),
      ]);
      if (!userExists) throw notFound('User not found');
      if (anchorId !== undefined && !anchor) {
        throw badRequest(
          'invalid_cursor',
          'This message is not of this conversation',
          isForward ? 'after' : 'before',
        );
      }
      const range = anchor && {
        seq: mongoose.trusted(isForward ? { $gt: anchor.seq } : { $lt: anchor.seq }),
      };
      const [found, unread] = await Promise.all([
        MessageModel.find({ conversation, ...range, ...visibleTo(userId) })
          .sort({ seq: isForward ? 1 : -1 })
          .limit(limit + 1)
          .lean<MessageDoc[]>(),
        receipts.countUnread(userId, conversationDoc ? [conversationDoc] : []),
      ]);
      const page = found.slice(0, limit);
      const edge = page.at(-1);
      if (!isForward) page.reverse();
      const ownRead = conversationDoc && ownReadPosition(conversationDoc, userId);
      const seenIds = new Set(page.map(({ _id }) => _id.toHexString()));
      return {
        messages_between_sender_receiver: await presenter.present(page),
        nextCursor: found.length > limit && edge ? edge._id.toHexString() : null,
        changeNumber,
        ...(conversationDoc ? await presentVisibleReceipts(conversationDoc, userId, seenIds) : {}),
        ...(ownRead ? { ownReadUpTo: ownRead.id.toHexString() } : {}),
        unreadCount: unread.get(conversation) ?? 0,
        isBlocked: blocked.has(otherId),
      };
    },
  };
}
export type MessageService = ReturnType<typeof createMessageService>;
