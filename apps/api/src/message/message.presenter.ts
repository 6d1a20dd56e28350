import { LIMITS, type Message, type Quote, type SharedPost } from '@safarnama/contracts';
import mongoose, { type Types } from 'mongoose';
import type { MediaService } from '../media/media.service.js';
import type { SharedPostService } from '../post/shared-posts.js';
import { type MessageDoc, MessageModel } from './message.model.js';

/** Fields of a message that its quotes show. */
const QUOTE_FIELDS = 'senderId text image postId deletedAt';
type QuotedDoc = Pick<MessageDoc, '_id' | 'senderId' | 'text' | 'image' | 'postId' | 'deletedAt'>;

/** Presents reactions, oldest first. */
function presentReactions(reactions: MessageDoc['reactions']): Message['reactions'] {
  return Object.entries(reactions ?? {})
    .sort(([idA, a], [idB, b]) => a.at.getTime() - b.at.getTime() || idA.localeCompare(idB))
    .map(([userId, { emoji }]) => ({ userId, emoji }));
}

interface PresenterDeps {
  media: Pick<MediaService, 'urlOf'>;
  sharedPosts: Pick<SharedPostService, 'load'>;
}

/** Quoted messages and stories in their current state, by id. */
interface References {
  quoted: ReadonlyMap<string, QuotedDoc>;
  posts: ReadonlyMap<string, SharedPost>;
}

export function createMessagePresenter({ media, sharedPosts }: PresenterDeps) {
  function presentQuote(quoted: QuotedDoc): Quote {
    const { _id, senderId, text, postId, deletedAt } = quoted;
    const image = imageOf(quoted);
    return {
      _id: _id.toHexString(),
      senderId: senderId.toHexString(),
      text: Array.from(text).slice(0, LIMITS.quoteText).join(''),
      hasImage: Boolean(image),
      ...(image ? { image: media.urlOf(image.key) } : {}),
      ...(postId ? { hasPost: true } : {}),
      isDeleted: Boolean(deletedAt),
    };
  }

  function presentMessage(message: MessageDoc, { quoted, posts }: References): Message {
    const reactions = presentReactions(message.reactions) ?? [];
    const replyTo = quoted.get(idOf(message.replyTo));
    const { postId } = message;
    const image = imageOf(message);
    return {
      _id: message._id.toHexString(),
      senderId: message.senderId.toHexString(),
      receiverId: message.receiverId.toHexString(),
      text: message.text,
      image: media.urlOf(image?.key ?? ''),
      ...(image ? { imageMeta: image.meta } : {}),
      createdAt: message.createdAt.toISOString(),
      ...(message.clientMessageId ? { clientMessageId: message.clientMessageId } : {}),
      ...(replyTo ? { replyTo: presentQuote(replyTo) } : {}),
      ...(postId ? { postId: postId.toHexString() } : {}),
      post: posts.get(idOf(postId)) ?? null,
      quotedText: message.quotedText ?? '',
      ...(reactions.length > 0 ? { reactions } : {}),
      ...(message.deletedAt ? { deletedAt: message.deletedAt.toISOString() } : {}),
    };
  }

  /** Presents messages in the given order. Loads the current state of all quoted messages and stories at once. */
  async function present(messages: readonly MessageDoc[]): Promise<Message[]> {
    const [quoted, posts] = await Promise.all([
      loadQuoted(messages.flatMap(({ replyTo }) => replyTo ?? [])),
      sharedPosts.load(messages.flatMap(({ postId }) => postId ?? [])),
    ]);
    return messages.map((message) => presentMessage(message, { quoted, posts }));
  }

  return {
    present,
    async presentOne(message: MessageDoc): Promise<Message> {
      const [presented] = await present([message]);
      return presented ?? presentMessage(message, { quoted: new Map(), posts: new Map() });
    },
  };
}
export type MessagePresenter = ReturnType<typeof createMessagePresenter>;

/** Returns the picture of a message; null for a deleted message, whose picture may not have been removed yet. */
const imageOf = ({ image, deletedAt }: Pick<MessageDoc, 'image' | 'deletedAt'>) => (deletedAt ? null : image);

const idOf = (id: Types.ObjectId | null | undefined) => id?.toHexString() ?? '';

async function loadQuoted(ids: readonly Types.ObjectId[]): Promise<ReadonlyMap<string, QuotedDoc>> {
  if (ids.length === 0) return new Map();
  const quoted = await MessageModel.find({ _id: mongoose.trusted({ $in: ids }) })
    .select(QUOTE_FIELDS)
    .lean<QuotedDoc[]>();
  return new Map(quoted.map((message) => [message._id.toHexString(), message]));
}
