import * as z from 'zod/mini';
import { LIMITS } from './limits.js';
import { messageSchema } from './message.js';
import {
  integerTextSchema,
  limitQuerySchema,
  nextCursorSchema,
  objectIdSchema,
  pageQuerySchema,
  textSchema,
} from './primitives.js';
import { sentence } from './sentence.js';
import { publicUserSchema } from './user.js';

/** Ids of the user's last messages that the other user has received and has read. */
const receiptsShape = {
  deliveredUpTo: z.exactOptional(objectIdSchema),
  readUpTo: z.exactOptional(objectIdSchema),
};

/** Another user in the contact list. */
export const contactSchema = z.extend(publicUserSchema, {
  /** The newest message of the conversation, if there is one. */
  lastMessage: z.exactOptional(messageSchema),
  /** The contact's messages that the user has not read, see `MAX_UNREAD_COUNT`. */
  unreadCount: z.int(),
  ...receiptsShape,
  /** The user has blocked this contact. */
  isBlocked: z.boolean(),
});
export type Contact = z.infer<typeof contactSchema>;

export const contactListQuerySchema = z.extend(pageQuerySchema, {
  q: z._default(
    textSchema({ max: LIMITS.searchQuery, label: 'The search', code: 'search' }).check(
      z.describe(
        'Words, or beginnings of words, of the name; without words, such as an emoji, its beginning',
      ),
    ),
    '',
  ),
});
export type ContactListQuery = z.infer<typeof contactListQuerySchema>;

export const conversationQuerySchema = z
  .object({
    limit: z.exactOptional(limitQuerySchema),
    before: z.exactOptional(
      objectIdSchema.check(
        z.describe('Message id: selects the newest messages before this one. Not together with `after`'),
      ),
    ),
    after: z.exactOptional(
      objectIdSchema.check(
        z.describe('Message id: selects the oldest messages after this one. Not together with `before`'),
      ),
    ),
  })
  .check(
    z.refine((query) => query.before === undefined || query.after === undefined, {
      error: sentence('before_and_after', 'Give before or after, not both'),
      path: ['after'],
    }),
  );
export type ConversationQuery = z.infer<typeof conversationQuerySchema>;

export const conversationSchema = z.object({
  /** Oldest first. */
  messages_between_sender_receiver: z.array(messageSchema),
  /** Message id for the next `before` (or `after`). */
  nextCursor: nextCursorSchema,
  /** This page includes all changes up to this number; `since` of the next change request. */
  changeNumber: z.int(),
  ...receiptsShape,
  /** Id of the other user's last message that the user has read on any device. */
  ownReadUpTo: z.exactOptional(objectIdSchema),
  unreadCount: z.int(),
  /** The user has blocked the other one. */
  isBlocked: z.boolean(),
  /** False while either user blocks the other: messages, replies and reactions are rejected. */
  canMessage: z.boolean(),
});
export type Conversation = z.infer<typeof conversationSchema>;

const INVALID_SINCE = sentence('since_invalid', 'since must be a number');

export const changesQuerySchema = z.object({
  since: integerTextSchema(/^\d{1,15}$/, INVALID_SINCE, { minimum: 0, maximum: 999_999_999_999_999 }).check(
    z.describe('A `changeNumber` of this conversation: selects later changes'),
  ),
  limit: z.exactOptional(limitQuerySchema),
});
export type ChangesQuery = z.infer<typeof changesQuerySchema>;

/** Changes to messages of a conversation after they were stored. */
export const changesSchema = z.object({
  /** Changed messages in their current state, each once. */
  messages: z.array(messageSchema),
  /** Ids of messages that the user has deleted for themselves. */
  removed: z.array(objectIdSchema),
  /** All changes up to this number are included; `since` of the next change request. */
  changeNumber: z.int(),
  /** There are more changes after `changeNumber`. */
  hasMore: z.boolean(),
});
export type Changes = z.infer<typeof changesSchema>;

export const receiptInputSchema = z.object({
  upTo: objectIdSchema.check(
    z.describe('Id of any message of the conversation. An id before the stored receipt changes nothing'),
  ),
});
export const unreadCountSchema = z.object({ unreadCount: z.int() });

/** Unread messages, see `MAX_UNREAD_COUNT`; `total` is the sum. */
export const unreadSchema = z.object({ total: z.int(), byUser: z.record(objectIdSchema, z.int()) });
export type Unread = z.infer<typeof unreadSchema>;
