import * as z from 'zod/mini';
import { REACTIONS } from './constants.js';
import { LIMITS } from './limits.js';
import { mayFit, normalizeText } from './normalize-text.js';
import {
  clientIdSchema,
  imageInputSchema,
  imageMetaSchema,
  imageUrlSchema,
  isoDateSchema,
  objectIdSchema,
  textSchema,
} from './primitives.js';
import { sentence } from './sentence.js';
import { codePointLength, isBlank } from './text.js';

export const reactionSchema = z.object({ userId: objectIdSchema, emoji: z.enum(REACTIONS) });
export type Reaction = z.infer<typeof reactionSchema>;

/** The message that a reply refers to, in its current state. */
const quoteSchema = z.object({
  _id: objectIdSchema,
  senderId: objectIdSchema,
  /** The first `LIMITS.quoteText` code points; empty for a picture without text and for a deleted message. */
  text: z.string(),
  hasImage: z.boolean(),
  /** Absent if the message refers to no story. */
  hasPost: z.exactOptional(z.literal(true)),
  /** Absent if the message has no picture. */
  image: z.exactOptional(imageUrlSchema),
  isDeleted: z.boolean(),
});
export type Quote = z.infer<typeof quoteSchema>;

/** The story that a message refers to, in its current state. */
const sharedPostSchema = z.object({
  slug: z.string(),
  blogTitle: z.string(),
  /** As in a card: the first picture of the text when the author has chosen none; empty without any. */
  blogImage: imageUrlSchema,
  authorName: z.string(),
});
export type SharedPost = z.infer<typeof sharedPostSchema>;

export const messageSchema = z.object({
  _id: objectIdSchema,
  senderId: objectIdSchema,
  receiverId: objectIdSchema,
  /** Empty for a picture or a story without text. */
  text: z.string(),
  /** Empty if the message has no picture. */
  image: imageUrlSchema,
  imageMeta: z.exactOptional(imageMetaSchema),
  createdAt: isoDateSchema,
  clientMessageId: z.exactOptional(z.string()),
  replyTo: z.exactOptional(quoteSchema),
  /** Set if the message refers to a story, whether or not the viewer can read it now. */
  postId: z.exactOptional(objectIdSchema),
  /** Null without a story, and when the story is deleted or unpublished. */
  post: z.nullable(sharedPostSchema),
  /** Words of the story, exactly as sent; empty for none. */
  quotedText: z.string(),
  /** In the order they were added; absent if there are none. */
  reactions: z.exactOptional(z.array(reactionSchema)),
  /** Set if deleted for both users: text, picture, quote, story and reactions are removed, the position stays. */
  deletedAt: z.exactOptional(isoDateSchema),
});
export type Message = z.infer<typeof messageSchema>;

const quotedTextSchema = z.string(sentence('quoted_text_not_text', 'The quoted words must be text')).check(
  z.refine(
    (text) =>
      mayFit(text, LIMITS.quotedStoryText) && codePointLength(normalizeText(text)) <= LIMITS.quotedStoryText,
    sentence('quoted_text_too_long', `Quoted words must be at most ${LIMITS.quotedStoryText} characters`),
  ),
  z.meta({ maxLength: LIMITS.quotedStoryText }),
);

/**
 * Condition for a check of several fields: runs it if these are valid, whatever the others are, so that `fields` lists
 * every broken rule. By default, zod runs it only if all fields are. After an error that ends the checks of a field, such
 * as a text that is far too long, zod runs it in neither case.
 */
const whenValid =
  (...fields: readonly PropertyKey[]) =>
  ({ value, issues }: z.core.ParsePayload): boolean =>
    typeof value === 'object' &&
    value !== null &&
    issues.every(({ path }) => path?.[0] !== undefined && !fields.includes(path[0]));

export const messageInputSchema = z
  .object({
    text: z._default(textSchema({ max: LIMITS.messageText, label: 'A message', code: 'message' }), ''),
    image: z.pipe(
      z._default(imageInputSchema, ''),
      z.transform((image) => image ?? ''),
    ),
    clientMessageId: z.exactOptional(
      clientIdSchema.check(z.describe('Makes sending idempotent: a known id returns the stored message')),
    ),
    replyTo: z.exactOptional(
      objectIdSchema.check(z.describe('Id of the message replied to, in the same conversation')),
    ),
    postId: z.exactOptional(objectIdSchema.check(z.describe('Id of the story that the message refers to'))),
    quotedText: z.exactOptional(
      quotedTextSchema.check(
        z.describe('Words of that story, stored exactly as sent. Requires `postId` unless empty'),
      ),
    ),
  })
  .check(
    z.refine((input) => !isBlank(input.text) || input.image !== '' || input.postId !== undefined, {
      error: sentence('message_required', 'Write a message or add a picture'),
      path: ['text'],
      when: whenValid('text', 'image', 'postId'),
    }),
    z.refine((input) => (input.quotedText ?? '') === '' || input.postId !== undefined, {
      error: sentence('quoted_story_missing', 'Quoted words need the story they come from'),
      path: ['quotedText'],
      when: whenValid('quotedText', 'postId'),
    }),
    z.meta({
      anyOf: [
        { required: ['text'], properties: { text: { minLength: 1 } } },
        { required: ['image'], properties: { image: { type: 'string', minLength: 1 } } },
        { required: ['postId'] },
      ],
    }),
  );
export type MessageInput = z.infer<typeof messageInputSchema>;

export const deleteMessageQuerySchema = z.object({
  for: z._default(
    z
      .enum(['me', 'both'], sentence('for_invalid', 'for must be me or both'))
      .check(z.describe("`me` at any time; `both` for the user's own message within an hour")),
    'me',
  ),
});
export const deletedMessageSchema = z.object({
  _id: objectIdSchema,
  /** The message that remains after a deletion for both. */
  message: z.exactOptional(messageSchema),
});

export const reactionInputSchema = z.object({
  emoji: z.enum(
    REACTIONS,
    sentence('reaction_invalid', `The reaction must be one of ${REACTIONS.join(' ')}`),
  ),
});
export const messageResponseSchema = z.object({ message: messageSchema });
