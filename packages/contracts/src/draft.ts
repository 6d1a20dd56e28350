import * as z from 'zod/mini';
import { errorBodySchema } from './error.js';
import { LIMITS } from './limits.js';
import { placeIdSchema, storyPlaceSchema } from './place.js';
import {
  contentSchema,
  draftVersionSchema,
  imageAltSchema,
  locationSchema,
  postVersionSchema,
  visibilitySchema,
  visitedOnSchema,
} from './post.js';
import {
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
import { sentence } from './sentence.js';

/** An unfinished story: every field may be empty. */
export const draftInputSchema = z.object({
  blogTitle: z._default(textSchema({ max: LIMITS.postTitle, label: 'Title', code: 'title' }), ''),
  blogHtml: z._default(contentSchema, ''),
  blogImage: z.exactOptional(
    imageInputSchema.check(
      z.describe(
        'A data:image/*;base64 URL. Absent or the stored URL leaves the picture unchanged, empty removes it',
      ),
    ),
  ),
  blogImageAlt: z.exactOptional(imageAltSchema.check(z.describe('Absent leaves the stored one unchanged'))),
  blogLocation: z._default(locationSchema, ''),
  visibility: z.exactOptional(
    visibilitySchema.check(
      z.describe(
        "Absent leaves the stored visibility unchanged; a new draft gets the edited story's, or `members`",
      ),
    ),
  ),
  placeId: z.exactOptional(
    z
      .nullable(placeIdSchema)
      .check(
        z.describe(
          "Absent leaves the stored place unchanged; a new draft gets the edited story's. Null removes it",
        ),
      ),
  ),
  visitedOn: z.exactOptional(
    z
      .nullable(visitedOnSchema)
      .check(
        z.describe(
          "Absent leaves the stored day unchanged; a new draft gets the edited story's. Null removes it",
        ),
      ),
  ),
  postId: z.exactOptional(
    objectIdSchema.check(
      z.describe('The story that this draft edits; ignored when the draft already edits a story'),
    ),
  ),
  baseVersion: z.exactOptional(
    postVersionSchema.check(
      z.describe('Version of that story that the edit began from; absent leaves the stored number unchanged'),
    ),
  ),
  version: z._default(
    draftVersionSchema.check(z.describe('Version that this write is based on; absent or 0 for a new draft')),
    0,
  ),
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
  visibility: visibilitySchema,
  /** Null when none was chosen. */
  placeId: z.nullable(z.string()),
  place: z.nullable(storyPlaceSchema),
  /**
   * Whether the author has chosen or removed the place. Otherwise, a new story gets the one that its location names.
   */
  isPlaceChosen: z.boolean(),
  /** Day of the visit, `2024-03-12`; null for none. */
  visitedOn: z.nullable(z.iso.date()),
  /** The story that the draft edits: a published one, or with `isUnpublished` one that publishing brings back. */
  postId: z.exactOptional(objectIdSchema),
  isUnpublished: z.boolean(),
  /** Version of the story that the edit began from; null when none was sent. */
  baseVersion: z.nullable(postVersionSchema),
  /** Incremented by the server, from 1. */
  version: z.int(),
  /** When the draft is to be published; null without a schedule. */
  publishAt: z.nullable(isoDateSchema),
  /** Why the scheduled publication failed; null after the schedule was set or cancelled. */
  publishError: z.nullable(z.string()),
  /** The code of `publishError`, for its translation; null if the error was stored by an older version. */
  publishErrorCode: z.nullable(z.string()),
  createdAt: isoDateSchema,
  updatedAt: isoDateSchema,
});
export type Draft = z.infer<typeof draftSchema>;
export const draftResponseSchema = z.object({ draft: draftSchema });
/** The draft does not exist, or no longer. */
export const draftNotFoundSchema = z.extend(errorBodySchema, {
  /** The story that was published from the draft; absent if there is none, or it was unpublished or deleted. */
  postId: z.exactOptional(objectIdSchema),
});
/** The draft was changed, for instance in another tab, since the client read it. Carries the stored draft. */
export const draftConflictSchema = z.extend(errorBodySchema, { draft: draftSchema });
export const draftListQuerySchema = z.extend(pageQuerySchema, {
  postId: z.exactOptional(
    objectIdSchema.check(z.describe('Only drafts that edit this story; all drafts by default')),
  ),
});
export type DraftListQuery = z.infer<typeof draftListQuerySchema>;
export const draftsResponseSchema = z.object({ drafts: z.array(draftSchema), nextCursor: nextCursorSchema });

const PUBLISH_AT_NOT_VALID = sentence('publish_at_invalid', 'publishAt must be a date and time, or null');
export const draftScheduleSchema = z.object({
  publishAt: z
    .nullable(z.iso.datetime({ offset: true, error: PUBLISH_AT_NOT_VALID }))
    .check(
      z.describe(
        'From one minute to one year ahead, or the time that is stored already; null cancels the schedule',
      ),
    ),
});
export type DraftSchedule = z.infer<typeof draftScheduleSchema>;
