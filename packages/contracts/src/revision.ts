import * as z from 'zod/mini';
import { storyPlaceSchema } from './place.js';
import { postVersionSchema, storyPictureSchema, visibilitySchema } from './post.js';
import {
  imageMetaSchema,
  imageUrlSchema,
  integerTextSchema,
  isoDateSchema,
  nextCursorSchema,
  objectIdSchema,
} from './primitives.js';
import { sentence } from './sentence.js';

const NUMBER_NOT_VALID = sentence('number_invalid', 'The number is not valid');

export const revisionParams = z.object({
  id: objectIdSchema,
  /** The story's `version`. No story has version 0, so it gets 404 like any other number that is not stored. */
  number: integerTextSchema(/^(?:0|[1-9]\d*)$/, NUMBER_NOT_VALID, { minimum: 0 }),
});

/** A version of a story in the list of its versions. */
const revisionSummarySchema = z.object({
  /** The story's `version`. */
  number: postVersionSchema,
  /** When the author saved this version. */
  createdAt: isoDateSchema,
  blogTitle: z.string(),
  words: z.int(),
  /** Number of the version that this one restored, or null. */
  restoredFrom: z.nullable(postVersionSchema),
});
export type RevisionSummary = z.infer<typeof revisionSummarySchema>;

export const revisionSchema = z.extend(z.omit(revisionSummarySchema, { words: true }), {
  blogHtml: z.string(),
  blogContent: z.string(),
  /** Versions with the same picture have different URLs for it. */
  blogImage: imageUrlSchema,
  /** The same in versions with the same picture; null without a picture. */
  blogImageMeta: z.nullable(imageMetaSchema),
  blogImageAlt: z.string(),
  blogLocation: z.string(),
  /** Null without a place. */
  placeId: z.nullable(z.string()),
  place: z.nullable(storyPlaceSchema),
  /** Day of the visit; null for none. */
  visitedOn: z.nullable(z.iso.date()),
  visibility: visibilitySchema,
  /** Pictures of `blogHtml`, in its order. */
  pictures: z.array(storyPictureSchema),
  /** Keys of pictures that no longer exist. */
  missingPictures: z.array(z.string()),
});
export type Revision = z.infer<typeof revisionSchema>;

export const revisionPageSchema = z.object({
  revisions: z.array(revisionSummarySchema),
  nextCursor: nextCursorSchema,
});
export type RevisionPage = z.infer<typeof revisionPageSchema>;
export const revisionResponseSchema = z.object({ revision: revisionSchema });
