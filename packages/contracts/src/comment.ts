import * as z from 'zod/mini';
import { LIMITS } from './limits.js';
import { clientIdSchema, isoDateSchema, nextCursorSchema, objectIdSchema, textSchema } from './primitives.js';
import { sentence } from './sentence.js';
import { authorSchema } from './user.js';

export const commentInputSchema = z.object({
  text: textSchema({
    max: LIMITS.commentText,
    label: 'A comment',
    code: 'comment',
    required: sentence('comment_required', 'A comment needs some text'),
  }),
  /** Makes commenting idempotent: a known id returns the stored comment. */
  clientCommentId: z.exactOptional(clientIdSchema),
});
export type CommentInput = z.infer<typeof commentInputSchema>;

export const commentSchema = z.object({
  _id: objectIdSchema,
  text: z.string(),
  createdAt: isoDateSchema,
  authorId: authorSchema,
});
export type Comment = z.infer<typeof commentSchema>;

export const commentPageSchema = z.object({ comments: z.array(commentSchema), nextCursor: nextCursorSchema });
export type CommentPage = z.infer<typeof commentPageSchema>;
export const commentResponseSchema = z.object({ comment: commentSchema });
export const deletedCommentSchema = z.object({ _id: objectIdSchema });
