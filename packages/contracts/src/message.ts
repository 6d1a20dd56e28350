import * as z from 'zod/mini';
import { REACTIONS } from './constants.js';
import { LIMITS } from './limits.js';
import {
  clientIdSchema,
  imageInputSchema,
  imageMetaSchema,
  imageUrlSchema,
  isoDateSchema,
  limitQuerySchema,
  nextCursorSchema,
  objectIdSchema,
  pageQuerySchema,
  textSchema,
} from './primitives.js';
import { isBlank } from './text.js';
import { publicUserSchema } from './user.js';

export const reactionSchema = z.object({ userId: objectIdSchema, emoji: z.enum(REACTIONS) });
export type Reaction = z.infer<typeof reactionSchema>;

/** The message that another one answers, as it is now. */
export const quoteSchema = z.object({
  _id: objectIdSchema,
  senderId: objectIdSchema,
  /** Its beginning, `LIMITS.quoteText` code points at most; empty for a picture alone and for a deleted one. */
  text: z.string(),
  hasImage: z.boolean(),
  isDeleted: z.boolean(),
});
export type Quote = z.infer<typeof quoteSchema>;

export const messageSchema = z.object({
  _id: objectIdSchema,
  senderId: objectIdSchema,
  receiverId: objectIdSchema,
  /** Empty for a picture alone. */
  text: z.string(),
  /** Empty without a picture. */
  image: imageUrlSchema,
  imageMeta: z.exactOptional(imageMetaSchema),
  createdAt: isoDateSchema,
  clientMessageId: z.exactOptional(z.string()),
  replyTo: z.exactOptional(quoteSchema),
  /** Who reacted, in the order of their reactions; absent without one. */
  reactions: z.exactOptional(z.array(reactionSchema)),
  /** Deleted for both: text, picture, quote and reactions are gone, the place stays. */
  deletedAt: z.exactOptional(isoDateSchema),
});
export type Message = z.infer<typeof messageSchema>;

export const messageInputSchema = z
  .object({
    text: z._default(textSchema({ max: LIMITS.messageText, label: 'A message' }), ''),
    image: z.pipe(
      z._default(imageInputSchema, ''),
      z.transform((image) => image ?? ''),
    ),
    /** Made before the first try: the same one again answers the stored message. */
    clientMessageId: z.exactOptional(clientIdSchema),
    /** Id of a message of the same conversation that this one answers. */
    replyTo: z.exactOptional(objectIdSchema),
  })
  .check(
    z.refine((input) => !isBlank(input.text) || input.image !== '', {
      error: 'Write a message or add a picture',
      path: ['text'],
    }),
    z.meta({
      anyOf: [
        { required: ['text'], properties: { text: { minLength: 1 } } },
        { required: ['image'], properties: { image: { type: 'string', minLength: 1 } } },
      ],
    }),
  );
export type MessageInput = z.infer<typeof messageInputSchema>;

/** How far the other person is with one's own messages: the id of the last one they have got, have read. */
const receiptsShape = {
  deliveredUpTo: z.exactOptional(objectIdSchema),
  readUpTo: z.exactOptional(objectIdSchema),
};

/** A person one can write to. */
export const contactSchema = z.extend(publicUserSchema, {
  /** The newest message of the two, when there is one. */
  lastMessage: z.exactOptional(messageSchema),
  /** That person's messages that one has not read. */
  unreadCount: z.int(),
  ...receiptsShape,
  /** One has blocked this person. */
  isBlocked: z.boolean(),
});
export type Contact = z.infer<typeof contactSchema>;

export const contactListQuerySchema = z.extend(pageQuerySchema, {
  /** Words, or beginnings of words, of the name. */
  q: z._default(textSchema({ max: LIMITS.searchQuery, label: 'The search' }), ''),
});
export type ContactListQuery = z.infer<typeof contactListQuerySchema>;

export const conversationQuerySchema = z
  .object({
    limit: z.exactOptional(limitQuerySchema),
    /** Message id: what came before it. */
    before: z.exactOptional(objectIdSchema),
    /** Message id: what came after it. */
    after: z.exactOptional(objectIdSchema),
  })
  .check(
    z.refine((query) => query.before === undefined || query.after === undefined, {
      error: 'Give before or after, not both',
      path: ['after'],
    }),
  );
export type ConversationQuery = z.infer<typeof conversationQuerySchema>;

export const conversationSchema = z.object({
  /** Oldest first. */
  messages_between_sender_receiver: z.array(messageSchema),
  /** Message id for the next `before` (or `after`). */
  nextCursor: nextCursorSchema,
  /** What changed in older messages up to here is in this page: for `since` of the next question. */
  changeNumber: z.int(),
  ...receiptsShape,
  /** The last message of the other person that one has read oneself, on whichever device. */
  ownReadUpTo: z.exactOptional(objectIdSchema),
  unreadCount: z.int(),
  isBlocked: z.boolean(),
});
export type Conversation = z.infer<typeof conversationSchema>;

export const changesQuerySchema = z.object({
  /** A `changeNumber` of this conversation. */
  since: z
    .pipe(
      z.string('since must be a number').check(z.regex(/^\d{1,15}$/, 'since must be a number')),
      z.transform(Number),
    )
    .check(z.meta({ type: 'integer', pattern: undefined, minimum: 0, maximum: 999_999_999_999_999 })),
  limit: z.exactOptional(limitQuerySchema),
});
export type ChangesQuery = z.infer<typeof changesQuerySchema>;

/** What happened to messages of a conversation after they were stored. */
export const changesSchema = z.object({
  /** Messages that changed, each once, as they are now. */
  messages: z.array(messageSchema),
  /** Messages that one has deleted for oneself. */
  removed: z.array(objectIdSchema),
  /** Up to here one is told: for `since` of the next question. */
  changeNumber: z.int(),
  /** There is more after `changeNumber`. */
  hasMore: z.boolean(),
});
export type Changes = z.infer<typeof changesSchema>;

export const receiptInputSchema = z.object({
  /** Any message of the conversation; marks never go back. */
  upTo: objectIdSchema,
});
export const unreadCountSchema = z.object({ unreadCount: z.int() });

export const unreadSchema = z.object({ total: z.int(), byUser: z.record(objectIdSchema, z.int()) });
export type Unread = z.infer<typeof unreadSchema>;

/** `?for=` of a deletion: oneself alone (at any time), or both (one's own message, within an hour). */
export const deleteMessageQuerySchema = z.object({
  for: z._default(z.enum(['me', 'both'], 'for must be me or both'), 'me'),
});
export const deletedMessageSchema = z.object({
  _id: objectIdSchema,
  /** The row that stays after a deletion for both. */
  message: z.exactOptional(messageSchema),
});

export const reactionInputSchema = z.object({
  emoji: z.enum(REACTIONS, `A reaction is one of ${REACTIONS.join(' ')}`),
});
export const messageResponseSchema = z.object({ message: messageSchema });

export const blockResponseSchema = z.object({ isBlocked: z.boolean() });
export const blockedPageSchema = z.object({ users: z.array(publicUserSchema), nextCursor: nextCursorSchema });
