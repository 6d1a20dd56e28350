import * as z from 'zod/mini';
import { CONTENT_TOO_LONG, HOME_SORTS, POST_REQUIRED, VISIBILITIES } from './constants.js';
import { errorBodySchema } from './error.js';
import { LIMITS, PAGE_LENGTHS } from './limits.js';
import { normalizeText } from './normalize-text.js';
import { placeHitSchema, placeIdSchema, storyPlaceSchema } from './place.js';
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
  uuidSchema,
} from './primitives.js';
import { sentence } from './sentence.js';
import { contentBytes, isBlank } from './text.js';
import { authorSchema, publicUserSchema } from './user.js';
import { FIRST_VISIT_DAY, lastVisitDay } from './visit-day.js';

const TOO_LONG = sentence('content_too_long', CONTENT_TOO_LONG);

/** Text or markup of a story or a draft. */
export const contentSchema = z.string(sentence('story_required', POST_REQUIRED)).check(
  // NFC combines at most three UTF-16 units into a character of 2 bytes: a longer text stays too long.
  z.refine((text) => text.length <= 1.5 * LIMITS.postContentBytes, { error: TOO_LONG, abort: true }),
  z.overwrite(normalizeText),
  z.refine((text) => contentBytes(text) <= LIMITS.postContentBytes, TOO_LONG),
  z.meta({
    maxLength: LIMITS.postContentBytes,
    description: `At most ${LIMITS.postContentBytes} bytes of UTF-8`,
  }),
);
export const locationSchema = textSchema({
  max: LIMITS.postLocation,
  label: 'Location',
  code: 'location',
  keepsForm: true,
});
export const imageAltSchema = textSchema({
  max: LIMITS.imageAlt,
  label: 'The picture description',
  code: 'image_alt',
});
export const visibilitySchema = z.enum(
  VISIBILITIES,
  sentence('visibility_invalid', 'visibility must be members or public'),
);

/** The day of the visit that a story is about, without a time: `2024-03-12`. */
export const visitedOnSchema = z.iso
  .date({
    error: sentence('visited_on_invalid', 'visitedOn must be a date such as 2024-03-12, or null'),
    abort: true,
  })
  .check(
    z.refine(
      (day) => day >= FIRST_VISIT_DAY,
      sentence('visited_on_too_early', 'The date of the visit must be 1900 or later'),
    ),
    z.refine(
      (day) => day <= lastVisitDay(),
      sentence('visited_on_in_future', "The date of the visit can't be in the future"),
    ),
  );

const VERSION_NOT_A_NUMBER = sentence('version_invalid', 'version must be a whole number');
/** Version of a story: 1 at creation, incremented by each change by its author. */
export const postVersionSchema = z
  .int(VERSION_NOT_A_NUMBER)
  .check(z.minimum(1, sentence('version_too_low', 'version must be at least 1')));

/** Version of a draft, counted by the server from 1; 0 for a draft that is not stored yet. */
export const draftVersionSchema = z
  .int(VERSION_NOT_A_NUMBER)
  .check(z.minimum(0, sentence('version_negative', 'version must not be negative')));

const postFieldsSchema = z
  .object({
    blogTitle: textSchema({ max: LIMITS.postTitle, label: 'Title', code: 'title', required: POST_REQUIRED }),
    blogContent: z._default(
      contentSchema.check(
        z.describe(
          'Plain text; read as markup only without `blogHtml` and when it contains a complete element',
        ),
      ),
      '',
    ),
    blogImage: z.exactOptional(
      imageInputSchema.check(
        z.describe(
          'A data:image/*;base64 URL. Absent or the stored URL leaves the picture unchanged (on update), empty ' +
            'removes it. The URL of a picture that the author has uploaded is accepted too; the URL of the first ' +
            'picture in the text is stored as empty',
        ),
      ),
    ),
    blogLocation: z._default(locationSchema, ''),
    blogHtml: z.exactOptional(
      contentSchema.check(
        z.describe('Markup from the editor. The API sanitizes it and derives `blogContent` from it'),
      ),
    ),
    blogImageAlt: z.exactOptional(imageAltSchema),
    visibility: z.exactOptional(
      visibilitySchema.check(
        z.describe('Absent means `members` for a new story and leaves a stored story unchanged'),
      ),
    ),
    placeId: z.exactOptional(
      z
        .nullable(placeIdSchema)
        .check(
          z.describe(
            'Id of a place of the gazetteer; null for none. Absent leaves a stored story unchanged; a new story ' +
              'then gets the place that `blogLocation` names beyond doubt, if any',
          ),
        ),
    ),
    visitedOn: z.exactOptional(
      z.nullable(visitedOnSchema).check(z.describe('Null for none. Absent leaves a stored story unchanged')),
    ),
    clientPostId: z.exactOptional(
      clientIdSchema.check(z.describe('Makes creation idempotent: a known id returns the stored story')),
    ),
    draftKey: z.exactOptional(
      uuidSchema.check(
        z.describe(
          'Key of the draft that this story was written in; saving the story deletes it. The draft of an ' +
            'unpublished story publishes that story again',
        ),
      ),
    ),
    draftVersion: z.exactOptional(
      draftVersionSchema.check(
        z.describe('Version of that draft that the story was taken from. Absent: whatever version is stored'),
      ),
    ),
    version: z.exactOptional(
      postVersionSchema.check(
        z.describe('For an update: the version that it is based on. Absent: the last write wins'),
      ),
    ),
  })
  .check(
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

/**
 * Replaces missing or blank content by null, which the schema of the field rejects. A check of the whole input would
 * not do: zod skips it after some errors of the fields, and `fields` lists every broken rule.
 *
 * @param input - not parsed yet, so it may be anything.
 */
function withoutBlankContent(input: z.input<typeof postFieldsSchema>): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const { blogContent = '', blogHtml = blogContent } = input;
  return typeof blogHtml === 'string' && isBlank(blogHtml) ? { ...input, blogContent: null } : input;
}

/** What an author sends to create or update a story. */
export const postInputSchema = z.pipe(z.transform(withoutBlankContent), postFieldsSchema);
export type PostInput = z.infer<typeof postInputSchema>;

/** Landscapes that a story may be set in. Each has a drawing, which replaces a missing picture. */
export const LANDSCAPES = [
  'coast',
  'backwaters',
  'river',
  'mountains',
  'hills',
  'tea',
  'desert',
  'forest',
  'fort',
  'city',
] as const;
export type Landscape = (typeof LANDSCAPES)[number];

/** A story in a list: without its text. */
export const cardSchema = z.object({
  _id: objectIdSchema,
  blogTitle: z.string(),
  /**
   * The first 150 graphemes of the plain text, fewer if the card would otherwise exceed 4 kB; the client adds the
   * ellipsis.
   */
  excerpt: z.string(),
  /** The first picture of the text when the author has chosen none. */
  blogImage: imageUrlSchema,
  blogImageAlt: z.string(),
  /** Null without a picture. */
  blogImageMeta: z.nullable(imageMetaSchema),
  blogLocation: z.string(),
  /** The place that the author has chosen, or that `blogLocation` names beyond doubt. */
  place: z.nullable(storyPlaceSchema),
  /** Guessed from location, title and excerpt; null when nothing is certain. */
  landscape: z.nullable(z.enum(LANDSCAPES)),
  slug: z.string(),
  createdAt: isoDateSchema,
  updatedAt: isoDateSchema,
  /** Later than `createdAt` when the story was unpublished and published again. */
  publishedAt: isoDateSchema,
  visibility: visibilitySchema,
  authorId: authorSchema,
  /** Stored likes plus `LIKE_BASE`. */
  likeCount: z.int(),
  likedByMe: z.boolean(),
  bookmarkedByMe: z.boolean(),
  commentCount: z.int(),
  /** max(1, round(words / 200)). */
  readMinutes: z.int(),
  version: postVersionSchema,
});
export type Card = z.infer<typeof cardSchema>;

/** A picture in the text of a story. */
export const storyPictureSchema = z.object({
  key: z.string(),
  url: imageUrlSchema,
  alt: z.string(),
  /** Plain text; empty for none. */
  caption: z.string(),
  ...imageMetaSchema.shape,
});
export type StoryPicture = z.infer<typeof storyPictureSchema>;

/** A full story. */
export const postSchema = z.extend(z.omit(cardSchema, { excerpt: true }), {
  /** Plain text, a blank line between blocks. Contains the captions. */
  blogContent: z.string(),
  /** Sanitized: p br strong em u s a ul ol li h2 h3 blockquote figure img figcaption. */
  blogHtml: z.string(),
  /** Pictures of `blogHtml`, in its order. */
  pictures: z.array(storyPictureSchema),
  /** Day of the visit, `2024-03-12`; null when the author has not named one. */
  visitedOn: z.nullable(z.iso.date()),
});
export type Post = z.infer<typeof postSchema>;

/** Fields that depend on the viewer, or matter to the author alone. */
const MEMBER_FIELDS = { likedByMe: true, bookmarkedByMe: true, version: true } as const;

/** A public story, as guests get it. */
const publicPostSchema = z.omit(postSchema, MEMBER_FIELDS);
export type PublicPost = z.infer<typeof publicPostSchema>;
const publicCardSchema = z.omit(cardSchema, MEMBER_FIELDS);
export type PublicCard = z.infer<typeof publicCardSchema>;

export const publicPostResponseSchema = z.object({ post: publicPostSchema });
export const publicCardPageSchema = z.object({
  posts: z.array(publicCardSchema),
  nextCursor: nextCursorSchema,
});
export type PublicCardPage = z.infer<typeof publicCardPageSchema>;

export const postResponseSchema = z.object({ post: postSchema });
/** The story was changed, for instance in another tab, since the client read it. Carries the stored story. */
export const postConflictSchema = z.extend(errorBodySchema, { post: postSchema });
/** A stored story, complete and as a card. */
export const savedPostResponseSchema = z.object({ post: postSchema, card: cardSchema });
export type SavedPostResponse = z.infer<typeof savedPostResponseSchema>;
export const deletedPostSchema = z.object({ _id: objectIdSchema, message: z.string() });

export const postListQuerySchema = z.extend(pageQuerySchema, {
  limit: z.exactOptional(
    limitQuerySchema.check(
      z.describe(
        `Without it, ${PAGE_LENGTHS.cards} cards, or ${PAGE_LENGTHS.stories} stories of at most 4 MB of text`,
      ),
    ),
  ),
  view: z.exactOptional(
    z
      .enum(['card', 'full'], sentence('view_invalid', 'view must be card or full'))
      .check(z.describe('`card` omits the text and adds an excerpt; `full` by default')),
  ),
});
export type PostListQuery = z.infer<typeof postListQuerySchema>;

const sortQuerySchema = z.exactOptional(
  z
    .enum(HOME_SORTS, sentence('sort_invalid', 'sort must be newest or liked'))
    .check(z.describe('`liked`: most likes received in the last 30 days, then newest. `newest` by default')),
);
export const homeListQuerySchema = z.extend(postListQuerySchema, { sort: sortQuerySchema });
export type HomeListQuery = z.infer<typeof homeListQuerySchema>;
export const placePostsQuerySchema = z.extend(pageQuerySchema, { sort: sortQuerySchema });
export type PlacePostsQuery = z.infer<typeof placePostsQuerySchema>;

export const cardPageSchema = z.object({ posts: z.array(cardSchema), nextCursor: nextCursorSchema });
export type CardPage = z.infer<typeof cardPageSchema>;

/** The author's deleted stories that can still be restored. */
export const deletedPostPageSchema = z.object({
  posts: z.array(z.extend(cardSchema, { deletedAt: isoDateSchema })),
  nextCursor: nextCursorSchema,
});
export type DeletedPostPage = z.infer<typeof deletedPostPageSchema>;

/** Full stories, or cards with `view=card`. */
export const postPageSchema = z.object({
  posts: z.union([z.array(postSchema), z.array(cardSchema)]),
  nextCursor: nextCursorSchema,
});
export type PostPage = z.infer<typeof postPageSchema>;

/** An author on their page. */
const authorProfileSchema = z.extend(publicUserSchema, {
  /** What they write about themselves; empty for nothing. */
  bio: z.string(),
  followerCount: z.int(),
  followedByMe: z.boolean(),
});
export type AuthorProfile = z.infer<typeof authorProfileSchema>;

/** Maximum number of places on an author's page. */
export const MAX_AUTHOR_PLACES = 100;

export const authorPageSchema = z.extend(postPageSchema, {
  author: authorProfileSchema,
  /** The places that the author has written about, those with the most stories first. */
  places: z.array(placeHitSchema).check(z.maxLength(MAX_AUTHOR_PLACES)),
});
export type AuthorPage = z.infer<typeof authorPageSchema>;

export const likeResponseSchema = z.object({ likeCount: z.int(), likedByMe: z.boolean() });
export type LikeResponse = z.infer<typeof likeResponseSchema>;
export const bookmarkResponseSchema = z.object({ bookmarkedByMe: z.boolean() });
export type BookmarkResponse = z.infer<typeof bookmarkResponseSchema>;
