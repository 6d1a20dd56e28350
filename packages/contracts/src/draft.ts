import * as z from 'zod/mini';
import { errorBodySchema } from './error.js';
import { LIMITS } from './limits.js';
import {
  contentSchema,
  draftVersionSchema,
  imageAltSchema,
  locationSchema,
  postVersionSchema,
} from './post.js';
import {
  imageInputSchema,
  imageMetaSchema,
  imageUrlSchema,
  isoDateSchema,
  nextCursorSchema,
  objectIdSchema,
  textSchema,
  uuidSchema,
} from './primitives.js';

/** An unfinished story: every field may be empty. */
export const draftInputSchema = z.object({
  blogTitle: z._default(textSchema({ max: LIMITS.postTitle, label: 'Title' }), ''),
  blogHtml: z._default(contentSchema, ''),
  /** Absent or the stored URL leaves the picture unchanged, empty removes it. */
  blogImage: z.exactOptional(imageInputSchema),
  /** Absent leaves the stored one unchanged. */
  blogImageAlt: z.exactOptional(imageAltSchema),
  blogLocation: z._default(locationSchema, ''),
  /** The story that this draft edits. */
  postId: z.exactOptional(objectIdSchema),
  /** Version of that story that the edit began from; absent leaves the stored one unchanged. */
  baseVersion: z.exactOptional(postVersionSchema),
  /** Version that this write is based on; absent or 0 for a new draft. */
  version: z._default(draftVersionSchema, 0),
});
export type DraftInput = z.infer<typeof draftInputSchema>;

export const draftSchema = z.object({
  _id: objectIdSchema,
  key: uuidSchema,
  blogTitle: z.string(),
  blogHtml: z.string(),
  blogImage: imageUrlSchema,
  blogImageAlt: z.string(),
  blogImageMeta: z.nullable(imageMetaSchema),
  blogLocation: z.string(),
  postId: z.exactOptional(objectIdSchema),
  /** Version of the story that the edit began from; null when none was sent. */
  baseVersion: z.nullable(postVersionSchema),
  /** Incremented by the server, from 1. */
  version: z.int(),
  createdAt: isoDateSchema,
  updatedAt: isoDateSchema,
});
export type Draft = z.infer<typeof draftSchema>;
export const draftResponseSchema = z.object({ draft: draftSchema });
/** The draft was changed, for instance in another tab, since the client read it. Carries the stored draft. */
export const draftConflictSchema = z.extend(errorBodySchema, { draft: draftSchema });
export const draftsResponseSchema = z.object({ drafts: z.array(draftSchema), nextCursor: nextCursorSchema });
