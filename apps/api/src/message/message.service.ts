import type { Conversation, ConversationQuery, Message, MessageInput } from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import { isDuplicateOf } from '../config/mongo.js';
import { badRequest, notFound } from '../http/app-error.js';
import type { MediaService } from '../media/media.service.js';
import type { MessageOrigin, RealtimePort } from '../realtime/realtime-port.js';
import type { UserService } from '../user/user.service.js';
import { ConversationModel } from './conversation.model.js';
import { createKeyedQueue } from './keyed-queue.js';
import { conversationKey, type MessageDoc, MessageModel } from './message.model.js';

/** Messages of a conversation asked for without parameters. */
const PLAIN_LENGTH = 500;
/** Conversations whose last place a process keeps in mind: some 150 bytes each. */
const MAX_KNOWN_PLACES = 10_000;

export function presentMessage(message: MessageDoc, media: Pick<MediaService, 'urlOf'>): Message {
  return {
    _id: message._id.toHexString(),
    senderId: message.senderId.toHexString(),
    receiverId: message.receiverId.toHexString(),
    text: message.text,
    image: media.urlOf(message.image?.key ?? ''),
    ...(message.image ? { imageMeta: message.image.meta } : {}),
    createdAt: message.createdAt.toISOString(),
    ...(message.clientMessageId ? { clientMessageId: message.clientMessageId } : {}),
  };
}

type NewMessage = Omit<MessageDoc, 'seq' | 'createdAt'>;

async function readLastSeq(conversation: string): Promise<number> {
  const last = await MessageModel.findOne({ conversation })
    .sort({ seq: -1 })
    .select('seq')
    .lean<Pick<MessageDoc, 'seq'>>();
  return last?.seq ?? 0;
}

/**
 * Stores a message at the next place of its conversation.
 *
 * The place is one after the last message that can be read, and unique: so a message is visible only when
 * every earlier one is, with any number of processes, and nothing is ever stored before one already handed
 * out. Who loses the race for a place takes the next. See docs/decisions/003-message-order.md.
 *
 * @param knownLast - the last place that this process knows of; an older one costs one more try.
 * @returns the stored message, which is the earlier one when its `clientKey` is known.
 */
async function append(
  message: NewMessage,
  knownLast: number | undefined,
): Promise<{ stored: MessageDoc; isNew: boolean }> {
  let last = knownLast ?? (await readLastSeq(message.conversation));
  for (;;) {
    try {
      const doc = await MessageModel.create({ ...message, seq: last + 1, createdAt: new Date() });
      return { stored: doc.toObject<MessageDoc>(), isNew: true };
    } catch (error) {
      if (isDuplicateOf(error, 'clientKey')) {
        const stored = await MessageModel.findOne({ clientKey: message.clientKey }).lean<MessageDoc>();
        if (stored) return { stored, isNew: false };
      }
      if (!isDuplicateOf(error, 'seq')) throw error;
      last = await readLastSeq(message.conversation);
    }
  }
}

/** Moves a conversation to the top of both lists; never back behind a later message. Safe to repeat. */
async function touchConversation(message: MessageDoc): Promise<void> {
  const { conversation, seq, senderId, receiverId, createdAt } = message;
  const change = { $set: { lastSeq: seq, lastMessageId: message._id, lastMessageAt: createdAt } };
  const isOlder = { key: conversation, lastSeq: mongoose.trusted({ $lt: seq }) };
  const { matchedCount } = await ConversationModel.updateOne(isOlder, change);
  if (matchedCount > 0) return;
  try {
    const { upsertedCount } = await ConversationModel.updateOne(
      { key: conversation },
      { $setOnInsert: { ...change.$set, participants: [senderId, receiverId] } },
      { upsert: true },
    );
    if (upsertedCount > 0) return;
  } catch (error) {
    // Somebody else's message made it in the meantime.
    if (!isDuplicateOf(error, 'key')) throw error;
  }
  // That one may be older than ours.
  await ConversationModel.updateOne(isOlder, change);
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
      const oldest = places.size > MAX_KNOWN_PLACES ? places.keys().next() : null;
      if (oldest && !oldest.done) places.delete(oldest.value);
    },
  };
}

interface MessageDeps {
  media: MediaService;
  realtime: RealtimePort;
  users: Pick<UserService, 'exists'>;
}

export function createMessageService({ media, realtime, users }: MessageDeps) {
  /** One writer at a time for a conversation in this process: the race for a place is left to other processes. */
  const inTurn = createKeyedQueue();
  const lastPlaces = createPlaceMemory();

  return {
    /**
     * Sends a message. The answer comes after the write is durable; with a known `clientMessageId` it is the
     * stored message, and nothing is sent again.
     *
     * @throws AppError 400 to oneself or for a picture that cannot be taken, 404 when nobody has this id.
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
      const [known, receiver] = await Promise.all([
        clientMessageId === undefined ? null : MessageModel.findOne({ clientKey }).lean<MessageDoc>(),
        users.exists(receiverId),
      ]);
      if (known) {
        // The first try may have ended between the two writes.
        await touchConversation(known);
        return { message: presentMessage(known, media), isNew: false };
      }
      if (!receiver) {
        media.check(input.image, 'image');
        throw notFound('User not found');
      }

      const image = await media.accept({
        image: input.image,
        owner: { kind: 'message', recordId: _id.toHexString(), viewers: [senderId, receiverId] },
        current: null,
        field: 'image',
      });
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
      };
      const { stored, isNew } = await inTurn(conversation, async () => {
        const appended = await append(newMessage, lastPlaces.of(conversation));
        if (appended.isNew) {
          lastPlaces.keep(conversation, appended.stored.seq);
          // In turn as well, so that events leave in the order of the places.
          realtime.messageStored(presentMessage(appended.stored, media), origin);
        }
        return appended;
      });
      if (!isNew && image) await media.discard([image.key]);
      await touchConversation(stored);
      return { message: presentMessage(stored, media), isNew };
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
    async conversation(userId: string, otherId: string, query: ConversationQuery): Promise<Conversation> {
      if (!(await users.exists(otherId))) throw notFound('User not found');
      const conversation = conversationKey(userId, otherId);
      const { limit = PLAIN_LENGTH, before, after } = query;
      const isForward = after !== undefined;
      const pivotId = before ?? after;
      const pivot =
        pivotId === undefined
          ? null
          : await MessageModel.findOne({ _id: pivotId, conversation })
              .select('seq')
              .lean<Pick<MessageDoc, 'seq'>>();
      if (pivotId !== undefined && !pivot) {
        throw badRequest(
          'invalid_cursor',
          'This message is not of this conversation',
          isForward ? 'after' : 'before',
        );
      }
      const range = pivot && { seq: mongoose.trusted(isForward ? { $gt: pivot.seq } : { $lt: pivot.seq }) };
      const found = await MessageModel.find({ conversation, ...range })
        .sort({ seq: isForward ? 1 : -1 })
        .limit(limit + 1)
        .lean<MessageDoc[]>();
      const page = found.slice(0, limit);
      const edge = page.at(-1);
      if (!isForward) page.reverse();
      return {
        messages_between_sender_receiver: page.map((message) => presentMessage(message, media)),
        nextCursor: found.length > limit && edge ? edge._id.toHexString() : null,
      };
    },
  };
}
export type MessageService = ReturnType<typeof createMessageService>;
