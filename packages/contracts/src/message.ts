import * as z from 'zod/mini';
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
  })
  .check(
    z.refine((input) => !isBlank(input.text) || input.image !== '', {
      error: 'Write a message or add a picture',
      path: ['text'],
    }),
  );
export type MessageInput = z.infer<typeof messageInputSchema>;

/** A person one can write to. */
export const contactSchema = z.extend(publicUserSchema, {
  /** The newest message of the two, when there is one. */
  lastMessage: z.exactOptional(messageSchema),
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
});
export type Conversation = z.infer<typeof conversationSchema>;
