import { LIMITS, type Message, type Quote } from '@safarnama/contracts';
import mongoose from 'mongoose';
import type { MediaService } from '../media/media.service.js';
import { type MessageDoc, MessageModel } from './message.model.js';

/** Fields of a message that its quotes show. */
const QUOTE_FIELDS = 'senderId text image deletedAt';
type QuotedDoc = Pick<MessageDoc, '_id' | 'senderId' | 'text' | 'image' | 'deletedAt'>;

/** Presents reactions, oldest first. */
function presentReactions(reactions: MessageDoc['reactions']): Message['reactions'] {
  return Object.entries(reactions ?? {})
    .sort(([idA, a], [idB, b]) => a.at.getTime() - b.at.getTime() || idA.localeCompare(idB))
    .map(([userId, { emoji }]) => ({ userId, emoji }));
}

export function createMessagePresenter({ media }: { media: Pick<MediaService, 'urlOf'> }) {
  function presentQuote({ _id, senderId, text, image, deletedAt }: QuotedDoc): Quote {
    return {
      _id: _id.toHexString(),
      senderId: senderId.toHexString(),
      text: Array.from(text).slice(0, LIMITS.quoteText).join(''),
      hasImage: Boolean(image),
      ...(image ? { image: media.urlOf(image.key) } : {}),
      isDeleted: Boolean(deletedAt),
    };
  }

  /** @param quoted - the message that this one replies to, if any. */
  function presentMessage(message: MessageDoc, quoted: QuotedDoc | null): Message {
    const reactions = presentReactions(message.reactions) ?? [];
    return {
      _id: message._id.toHexString(),
      senderId: message.senderId.toHexString(),
      receiverId: message.receiverId.toHexString(),
      text: message.text,
      image: media.urlOf(message.image?.key ?? ''),
      ...(message.image ? { imageMeta: message.image.meta } : {}),
      createdAt: message.createdAt.toISOString(),
      ...(message.clientMessageId ? { clientMessageId: message.clientMessageId } : {}),
      ...(quoted ? { replyTo: presentQuote(quoted) } : {}),
      ...(reactions.length > 0 ? { reactions } : {}),
      ...(message.deletedAt ? { deletedAt: message.deletedAt.toISOString() } : {}),
    };
  }

  /** Presents messages in the given order. One query loads the current state of all quoted messages. */
  async function present(messages: readonly MessageDoc[]): Promise<Message[]> {
    const ids = messages.flatMap(({ replyTo }) => replyTo ?? []);
    const quoted =
      ids.length === 0
        ? []
        : await MessageModel.find({ _id: mongoose.trusted({ $in: ids }) })
            .select(QUOTE_FIELDS)
            .lean<QuotedDoc[]>();
    const byId = new Map(quoted.map((message) => [message._id.toHexString(), message]));
    return messages.map((message) =>
      presentMessage(message, byId.get(message.replyTo?.toHexString() ?? '') ?? null),
    );
  }

  return {
    present,
    async presentOne(message: MessageDoc): Promise<Message> {
      const [presented] = await present([message]);
      return presented ?? presentMessage(message, null);
    },
  };
}
export type MessagePresenter = ReturnType<typeof createMessagePresenter>;
