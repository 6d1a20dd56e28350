import type { Conversation, ConversationQuery, Message, MessageInput } from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import { isDuplicateOf } from '../config/mongo.js';
import { badRequest, notFound } from '../http/app-error.js';
import type { MediaService } from '../media/media.service.js';
import type { MessageOrigin, RealtimePort } from '../realtime/realtime-port.js';
import type { UserService } from '../user/user.service.js';
import { append } from './append.js';
import { type BlockService, cannotMessage } from './block.service.js';
import { lastChangeNumber } from './change-log.js';
import { type ConversationDoc, ConversationModel } from './conversation.model.js';
import { touchConversation } from './conversation-row.js';
import { createKeyedQueue } from './keyed-queue.js';
import { conversationKey, type MessageDoc, MessageModel, visibleTo } from './message.model.js';
import type { MessagePresenter } from './message.presenter.js';
import { ownReadOf, presentSeenMarks, type ReadingService } from './reading.service.js';

/** Messages of a conversation asked for without parameters. */
const PLAIN_LENGTH = 500;
/** Conversations whose last place a process keeps in mind, and failed sends: some 150 bytes each. */
const MAX_REMEMBERED = 10_000;

type NewMessage = Omit<MessageDoc, 'seq' | 'createdAt' | 'deletedAt' | 'hiddenFor' | 'version'>;

async function readLastSeq(conversation: string): Promise<number> {
  const last = await MessageModel.findOne({ conversation })
    .sort({ seq: -1 })
    .select('seq')
    .lean<Pick<MessageDoc, 'seq'>>();
  return last?.seq ?? 0;
}

function findPlace(messageId: string, conversation: string) {
  return MessageModel.findOne({ _id: messageId, conversation })
    .select('seq')
    .lean<Pick<MessageDoc, '_id' | 'seq'>>();
}

/**
 * Stores a message at the next place of its conversation.
 *
 * @param knownLast - the last place that this process knows of.
 * @returns the stored message, which is the earlier one when its `clientKey` is known.
 */
async function appendMessage(
  message: NewMessage,
  knownLast: number | undefined,
): Promise<{ stored: MessageDoc; isNew: boolean }> {
  return append({
    readLast: () => readLastSeq(message.conversation),
    knownLast,
    placeField: 'seq',
    async insertAt(seq) {
      try {
        const doc = await MessageModel.create({ ...message, seq, createdAt: new Date() });
        return { stored: doc.toObject<MessageDoc>(), isNew: true };
      } catch (error) {
        const isRepeat = isDuplicateOf(error, 'clientKey');
        const { clientKey } = message;
        const stored = isRepeat ? await MessageModel.findOne({ clientKey }).lean<MessageDoc>() : null;
        if (!stored) throw error;
        return { stored, isNew: false };
      }
    },
  });
}

/** Forgets what was put in first, once there is too much. */
function limitSize(memory: Pick<Map<string, unknown>, 'size' | 'keys' | 'delete'>): void {
  const oldest = memory.size > MAX_REMEMBERED ? memory.keys().next() : null;
  if (oldest && !oldest.done) memory.delete(oldest.value);
}

/** The last places of the conversations that were written to lately: spares `append` its read. */
function createPlaceMemory() {
  const places = new Map<string, number>();
  return {
    of: (conversation: string) => places.get(conversation),
    keep(conversation: string, seq: number): void {
      // Moved to the end, so that the one written to longest ago is forgotten first.
      places.delete(conversation);
      places.set(conversation, seq);
      limitSize(places);
    },
  };
}

interface MessageDeps {
  media: MediaService;
  realtime: Pick<RealtimePort, 'messageStored'>;
  users: Pick<UserService, 'exists'>;
  blocks: Pick<BlockService, 'isBlockedBetween' | 'blockedAmong'>;
  reading: Pick<ReadingService, 'countUnread'>;
  presenter: MessagePresenter;
}

export function createMessageService({ media, realtime, users, blocks, reading, presenter }: MessageDeps) {
  /** One writer at a time for a conversation in this process: the race for a place is left to other processes. */
  const inTurn = createKeyedQueue();
  const lastPlaces = createPlaceMemory();
  /** Keys of sends that failed, perhaps after the message was stored: a repeat that finds it has to tell of it. */
  const untold = new Set<string>();

  /** All that a send has to know first, asked for at once. */
  async function lookUp(senderId: string, receiverId: string, input: MessageInput, clientKey: string) {
    const { clientMessageId, replyTo } = input;
    const [known, receiver, isBlocked, quoted] = await Promise.all([
      clientMessageId === undefined ? null : MessageModel.findOne({ clientKey }).lean<MessageDoc>(),
      users.exists(receiverId),
      blocks.isBlockedBetween(senderId, receiverId),
      replyTo === undefined ? null : findPlace(replyTo, conversationKey(senderId, receiverId)),
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
      const { known, receiver, isBlocked, quoted } = await lookUp(senderId, receiverId, input, clientKey);
      if (known) {
        // The first try may have ended between the two writes.
        await touchConversation(known);
        const message = await presenter.presentOne(known);
        if (untold.delete(clientKey)) realtime.messageStored(message, origin);
        return { message, isNew: false };
      }
      if (!receiver || isBlocked) {
        media.check(input.image, 'image');
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
      const { stored, message, isNew } = await inTurn(conversation, async () => {
        try {
          const appended = await appendMessage(newMessage, lastPlaces.of(conversation));
          if (appended.isNew) lastPlaces.keep(conversation, appended.stored.seq);
          // The quote is read only now: while the picture was taken, its message may have been deleted.
          const message = await presenter.presentOne(appended.stored);
          // In turn as well, so that events leave in the order of the places.
          const wasUntold = untold.delete(clientKey);
          if (appended.isNew || wasUntold) realtime.messageStored(message, origin);
          return { ...appended, message };
        } catch (error) {
          untold.add(clientKey);
          limitSize(untold);
          throw error;
        }
      });
      if (!isNew && image) await media.discard([image.key]);
      // Before the answer: an acknowledged message must be in the list of contacts and among the unread ones.
      await touchConversation(stored);
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
    async conversation(
      userId: string,
      rawOtherId: string,
      { limit = PLAIN_LENGTH, before, after }: ConversationQuery,
    ): Promise<Conversation> {
      const otherId = rawOtherId.toLowerCase();
      const conversation = conversationKey(userId, otherId);
      const isForward = after !== undefined;
      const pivotId = before ?? after;
      // The change number is read before the messages: what changes in between is told once more, not missed.
      const [exists, pivot, talk, changeNumber, blocked] = await Promise.all([
        users.exists(otherId),
        pivotId === undefined ? null : findPlace(pivotId, conversation),
        ConversationModel.findOne({ key: conversation }).lean<ConversationDoc>(),
        lastChangeNumber(conversation),
        blocks.blockedAmong(userId, [otherId]),
      ]);
      if (!exists) throw notFound('User not found');
      if (pivotId !== undefined && !pivot) {
        throw badRequest(
          'invalid_cursor',
          'This message is not of this conversation',
          isForward ? 'after' : 'before',
        );
      }
      const range = pivot && { seq: mongoose.trusted(isForward ? { $gt: pivot.seq } : { $lt: pivot.seq }) };
      const [found, unread] = await Promise.all([
        MessageModel.find({ conversation, ...range, ...visibleTo(userId) })
          .sort({ seq: isForward ? 1 : -1 })
          .limit(limit + 1)
          .lean<MessageDoc[]>(),
        reading.countUnread(userId, talk ? [talk] : []),
      ]);
      const page = found.slice(0, limit);
      const edge = page.at(-1);
      if (!isForward) page.reverse();
      const ownRead = talk && ownReadOf(talk, userId);
      const seenIds = new Set(page.map(({ _id }) => _id.toHexString()));
      return {
        messages_between_sender_receiver: await presenter.present(page),
        nextCursor: found.length > limit && edge ? edge._id.toHexString() : null,
        changeNumber,
        ...(talk ? await presentSeenMarks(talk, userId, seenIds) : {}),
        ...(ownRead ? { ownReadUpTo: ownRead.id.toHexString() } : {}),
        unreadCount: unread.get(conversation) ?? 0,
        isBlocked: blocked.has(otherId),
      };
    },
  };
}
export type MessageService = ReturnType<typeof createMessageService>;
