import * as z from 'zod/mini';
import { LIMITS } from './limits.js';
import { clientIdSchema, isoDateSchema, nextCursorSchema, objectIdSchema, textSchema } from './primitives.js';
import { sentence } from './sentence.js';
import { authorSchema } from './user.js';

const commentTextSchema = textSchema({
  max: LIMITS.commentText,
  label: 'A comment',
  code: 'comment',
  required: sentence('comment_required', 'A comment needs some text'),
});

export const commentInputSchema = z.object({
  text: commentTextSchema,
  parentId: z.exactOptional(
    z
      .nullable(objectIdSchema)
      .check(
        z.describe(
          'Id of the comment that this one replies to. A reply to a reply is stored as a reply to the top-level comment',
        ),
      ),
  ),
  clientCommentId: z.exactOptional(
    clientIdSchema.check(z.describe('Makes commenting idempotent: a known id returns the stored comment')),
  ),
});
export type CommentInput = z.infer<typeof commentInputSchema>;

export const commentEditSchema = z.object({ text: commentTextSchema });

/** Path parameters of the endpoints for one comment. */
export const commentParams = z.object({ id: objectIdSchema, commentId: objectIdSchema });

export const commentSchema = z.object({
  _id: objectIdSchema,
  /** Empty once the comment is deleted. */
  text: z.string(),
  createdAt: isoDateSchema,
  /** Null once the comment is deleted. */
  authorId: z.nullable(authorSchema),
  /** The comment that this one replies to, which is not a reply itself; null for a comment on the story. */
  parentId: z.nullable(objectIdSchema),
  /** When the text was last changed; null for the original text. */
  editedAt: z.nullable(isoDateSchema),
  /** When the comment was deleted; it then stays, without text and author, as long as it has replies. */
  deletedAt: z.nullable(isoDateSchema),
});
export type Comment = z.infer<typeof commentSchema>;

export const commentPageSchema = z.object({ comments: z.array(commentSchema), nextCursor: nextCursorSchema });
export type CommentPage = z.infer<typeof commentPageSchema>;
export const commentResponseSchema = z.object({ comment: commentSchema });
export const deletedCommentSchema = z.object({ _id: objectIdSchema });
