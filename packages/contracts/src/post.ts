import * as z from 'zod/mini';
import { CONTENT_TOO_LONG, POST_REQUIRED } from './constants.js';
import { errorBodySchema } from './error.js';
import { LIMITS } from './limits.js';
import {
  clientIdSchema,
  imageInputSchema,
  imageMetaSchema,
  imageUrlSchema,
  isoDateSchema,
  nextCursorSchema,
  objectIdSchema,
  pageQuerySchema,
  textSchema,
  uuidSchema,
} from './primitives.js';
import { byteLength, isBlank, normalizeText } from './text.js';
import { authorSchema, publicUserSchema } from './user.js';

const contentSchema = z.string(POST_REQUIRED).check(
  z.overwrite(normalizeText),
  z.refine((text) => byteLength(text) <= LIMITS.postContentBytes, CONTENT_TOO_LONG),
  z.meta({
    maxLength: LIMITS.postContentBytes,
    description: `At most ${LIMITS.postContentBytes} bytes of UTF-8`,
  }),
);
const locationSchema = textSchema({ max: LIMITS.postLocation, label: 'Location' });
const imageAltSchema = textSchema({ max: LIMITS.imageAlt, label: 'The alternative text' });

/** What an author sends to create or to update a story. */
export const postInputSchema = z
  .object({
    blogTitle: textSchema({ max: LIMITS.postTitle, label: 'Title', required: POST_REQUIRED }),
    /** Plain text; taken as markup only without `blogHtml` and when it holds a complete element. */
    blogContent: z._default(contentSchema, ''),
    /** Absent or the stored address keeps the picture (on update), empty removes it. */
    blogImage: z.exactOptional(imageInputSchema),
    blogLocation: z._default(locationSchema, ''),
    /** What the editor made. Cleaned by the API; `blogContent` is derived from it. */
    blogHtml: z.exactOptional(contentSchema),
    blogImageAlt: z.exactOptional(imageAltSchema),
    /** Makes create repeatable: the same one again answers the stored story. */
    clientPostId: z.exactOptional(clientIdSchema),
    /** The draft this story was written in; deleted with the save. */
    draftKey: z.exactOptional(uuidSchema),
  })
  .check(
    z.refine((input) => !isBlank(input.blogHtml ?? input.blogContent), {
      error: POST_REQUIRED,
      path: ['blogContent'],
      // Also when another field is wrong, so that `fields` lists all; not when the content itself is no text.
      when: ({ value, issues }) =>
        typeof value === 'object' &&
        value !== null &&
        issues.every((issue) => issue.path?.[0] !== 'blogContent' && issue.path?.[0] !== 'blogHtml'),
    }),
    z.meta({
      anyOf: [
        { required: ['blogHtml'], properties: { blogHtml: { minLength: 1 } } },
        {
          required: ['blogContent'],
          properties: { blogContent: { minLength: 1 } },
          not: { required: ['blogHtml'] },
        },
      ],
    }),
  );
export type PostInput = z.infer<typeof postInputSchema>;

/** A story in a list: without its text. */
export const cardSchema = z.object({
  _id: objectIdSchema,
  blogTitle: z.string(),
  /** The first 150 graphemes of the plain text; the client adds the dots. */
  excerpt: z.string(),
  blogImage: imageUrlSchema,
  blogImageAlt: z.string(),
  /** Null without a picture. */
  blogImageMeta: z.nullable(imageMetaSchema),
  blogLocation: z.string(),
  slug: z.string(),
  createdAt: isoDateSchema,
  updatedAt: isoDateSchema,
  authorId: authorSchema,
  /** Real likes plus `LIKE_BASE`. */
  likeCount: z.int(),
  likedByMe: z.boolean(),
  bookmarkedByMe: z.boolean(),
  commentCount: z.int(),
  /** max(1, round(words / 200)). */
  readMinutes: z.int(),
});
export type Card = z.infer<typeof cardSchema>;

/** A whole story. */
export const postSchema = z.extend(z.omit(cardSchema, { excerpt: true }), {
  /** Plain text, a blank line between blocks. */
  blogContent: z.string(),
  /** Cleaned: p br strong em u s a ul ol li h2 h3 blockquote. */
  blogHtml: z.string(),
});
export type Post = z.infer<typeof postSchema>;

export const postResponseSchema = z.object({ post: postSchema });
/** A stored story, whole and as lists show it. */
export const savedPostResponseSchema = z.object({ post: postSchema, card: cardSchema });
export type SavedPostResponse = z.infer<typeof savedPostResponseSchema>;
export const deletedPostSchema = z.object({ _id: objectIdSchema, message: z.string() });

export const postListQuerySchema = z.extend(pageQuerySchema, {
  /** `card` leaves out the text and adds an excerpt. */
  view: z.exactOptional(z.enum(['card', 'full'], 'view must be card or full')),
});
export type PostListQuery = z.infer<typeof postListQuerySchema>;

export const cardPageSchema = z.object({ posts: z.array(cardSchema), nextCursor: nextCursorSchema });
export type CardPage = z.infer<typeof cardPageSchema>;

/** Whole stories, or cards with `view=card`. */
export const postPageSchema = z.object({
  posts: z.union([z.array(postSchema), z.array(cardSchema)]),
  nextCursor: nextCursorSchema,
});
export type PostPage = z.infer<typeof postPageSchema>;

export const authorPageSchema = z.object({
  author: publicUserSchema,
  posts: z.union([z.array(postSchema), z.array(cardSchema)]),
  nextCursor: nextCursorSchema,
});
export type AuthorPage = z.infer<typeof authorPageSchema>;

export const searchQuerySchema = z.extend(pageQuerySchema, {
  q: z._default(textSchema({ max: LIMITS.searchQuery, label: 'The search' }), ''),
});
export type SearchQuery = z.infer<typeof searchQuerySchema>;

export const likeResponseSchema = z.object({ likeCount: z.int(), likedByMe: z.boolean() });
export type LikeResponse = z.infer<typeof likeResponseSchema>;
export const bookmarkResponseSchema = z.object({ bookmarkedByMe: z.boolean() });
export type BookmarkResponse = z.infer<typeof bookmarkResponseSchema>;

export const commentInputSchema = z.object({
  text: textSchema({ max: LIMITS.commentText, label: 'A comment', required: 'A comment needs a text' }),
  /** Makes commenting repeatable: the same one again answers the stored comment. */
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

/** An unfinished story. Everything but the version may be empty. */
export const draftInputSchema = z.object({
  blogTitle: z._default(textSchema({ max: LIMITS.postTitle, label: 'Title' }), ''),
  blogHtml: z._default(contentSchema, ''),
  /** Absent or the stored address keeps the picture, empty removes it. */
  blogImage: z.exactOptional(imageInputSchema),
  blogLocation: z._default(locationSchema, ''),
  /** The story that this draft edits. */
  postId: z.exactOptional(objectIdSchema),
  /** The version this write is based on; none or 0 for a new draft. */
  version: z._default(
    z.int('version must be a whole number').check(z.minimum(0, 'version must not be negative')),
    0,
  ),
});
export type DraftInput = z.infer<typeof draftInputSchema>;

export const draftSchema = z.object({
  key: uuidSchema,
  blogTitle: z.string(),
  blogHtml: z.string(),
  blogImage: imageUrlSchema,
  blogImageMeta: z.nullable(imageMetaSchema),
  blogLocation: z.string(),
  postId: z.exactOptional(objectIdSchema),
  /** Counted by the server from 1. */
  version: z.int(),
  updatedAt: isoDateSchema,
});
export type Draft = z.infer<typeof draftSchema>;
export const draftResponseSchema = z.object({ draft: draftSchema });
/** Somebody, or another tab, has changed the draft since it was read: with what is stored, to choose from. */
export const draftConflictSchema = z.extend(errorBodySchema, { draft: draftSchema });
export const draftsResponseSchema = z.object({ drafts: z.array(draftSchema), nextCursor: nextCursorSchema });
