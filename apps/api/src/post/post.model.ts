import { LANDSCAPES } from '@safarnama/contracts';
import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { textPictureSchema, type WithTextPictures } from '../media/image.schema.js';
import { STORY_FIELD_TYPES } from './story-fields.js';

/** Fields of a story, without its timestamps. */
export const POST_FIELD_TYPES = {
  ...STORY_FIELD_TYPES,
  blogTitle: { type: String, required: true },
  /** Plain text, derived from `blogHtml`. */
  blogContent: { type: String, required: true },
  /** HTML, sanitized with an allow-list. */
  blogHtml: { type: String, required: true },
  /** The first of `pictures`, so that lists do not read the others. */
  firstPicture: { type: textPictureSchema, default: null },
  /** URL of the draft's picture that `blogImage` was copied from. A retried request contains it again. */
  blogImageSource: { type: String, default: null },
  /**
   * `placeId` and the ids of the places that contain it, for finding the stories of a place and of places within it.
   */
  placeIds: { type: [String], default: undefined },
  slug: { type: String, required: true },
  authorId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
  /** `{authorId}:{clientPostId}`, for finding the post of a repeated request; `{authorId}:{_id}` without such an id. */
  clientKey: { type: String, required: true },
  /** The same of each request that has published the story again after it was unpublished. */
  laterClientKeys: { type: [String], default: undefined },
  /** Derived from the text on write, so that lists do not read the text. */
  excerpt: { type: String, required: true },
  /** Derived on write, because guessing it for each card of a list takes up to 12 µs. Null when nothing is certain. */
  landscape: { type: String, enum: LANDSCAPES },
  readMinutes: { type: Number, required: true },
  /** UTF-8 bytes of `blogContent`, `blogHtml` and `pictures`. */
  textBytes: { type: Number, required: true },
  /** Words of title, location and text for search: see `encodeStoryWords`. Missing in stories of older versions. */
  searchWords: { type: Buffer },
  /** When `searchWords` or what search filters by was last written, or the story was hidden: see `nextIndexedAt`. */
  indexedAt: { type: Date },
  /** Real likes, without `LIKE_BASE`. */
  likes: { type: Number, default: 0 },
  comments: { type: Number, default: 0 },
  /** Likes received in the last 30 days. Missing in older stories until their next recount. */
  monthLikes: { type: Number, default: 0 },
  /** When the oldest of `monthLikes` will be older than 30 days; null without any. */
  monthLikesUntil: { type: Date },
  /** Number of recounts; prevents concurrent recounts from saving stale numbers. */
  countsVersion: { type: Number, default: 0 },
  /** Starts at 1 and is incremented by each change of the author. Missing in older stories: see `getVersion`. */
  version: { type: Number },
  /** Number of the version that the current one restored; null or missing for any other change. */
  restoredFrom: { type: Number },
  /** Number of moves out of the published stories and back: see `hidePost`. Missing before the first one. */
  moves: { type: Number },
  /** Set at creation, removed once followers of the author are notified. */
  notificationPendingSince: { type: Date },
  /** When an unpublished story was published again; missing for any other one. */
  publishedAt: { type: Date },
} as const;

const postSchema = new Schema(POST_FIELD_TYPES, { timestamps: true });
postSchema.index({ slug: 1 }, { unique: true }); // story by slug
postSchema.index({ clientKey: 1 }, { unique: true }); // repeated requests
postSchema.index({ laterClientKeys: 1 }, { sparse: true }); // repeated requests for stories that were published again
postSchema.index({ createdAt: -1, _id: -1 }); // home: all stories, newest first
postSchema.index({ authorId: 1, createdAt: -1, _id: -1 }); // my posts, by author
postSchema.index({ visibility: 1, slug: 1 }); // public story by slug, without reading those of members
// All public stories, newest first. The slug and `updatedAt` spare the sitemap reading stories with their text: the
// slug never changes, and a change of the text writes to the index of `indexedAt` anyway; likes and comments change
// neither.
postSchema.index({ visibility: 1, createdAt: -1, _id: -1, slug: 1, updatedAt: 1 });
postSchema.index({ authorId: 1, visibility: 1, createdAt: -1, _id: -1 }); // public stories by author
postSchema.index({ placeIds: 1, visibility: 1, createdAt: -1, _id: -1 }, { sparse: true }); // public stories of a place
postSchema.index({ placeIds: 1, createdAt: -1, _id: -1 }, { sparse: true }); // stories of a place
postSchema.index({ placeIds: 1, monthLikes: -1, createdAt: -1, _id: -1 }, { sparse: true }); // most liked of a place
postSchema.index({ indexedAt: 1 }); // search: stories written since the last search
postSchema.index({ authorId: 1, placeId: 1 }); // places of an author
postSchema.index({ monthLikes: -1, createdAt: -1, _id: -1 }); // home: most liked in the last 30 days
postSchema.index({ monthLikesUntil: 1 }); // stories whose likes of the last 30 days have changed
postSchema.index({ 'pictures.key': 1 }, { sparse: true }); // stories that contain a picture
postSchema.index({ notificationPendingSince: 1 }, { sparse: true }); // interrupted notifications

export type PostDoc = WithTextPictures<InferSchemaType<typeof postSchema>> & { _id: Types.ObjectId };
export const PostModel = model('Post', postSchema);

/** The version of a story; 1 for a story that has not been changed since versions were introduced. */
export const getVersion = ({ version }: Pick<PostDoc, 'version'>): number => version ?? 1;

/** The `clientKey` of an author's story with this `clientPostId`. */
export const toClientKey = (authorId: string, clientPostId: string): string => `${authorId}:${clientPostId}`;

/**
 * Finds a story by the client key of any request that has published it.
 *
 * @param find - looks for a story that matches a filter.
 */
export async function findByClientKey<T>(
  clientKey: string,
  find: (filter: { clientKey: string } | { laterClientKeys: string }) => PromiseLike<T | null>,
): Promise<T | null> {
  // Some engines scan the whole collection for a filter with alternatives.
  return (await find({ clientKey })) ?? find({ laterClientKeys: clientKey });
}

/** Fields that no response contains. */
const INTERNAL_FIELDS = [
  'searchWords',
  'indexedAt',
  'clientKey',
  'laterClientKeys',
  'countsVersion',
  'moves',
  'notificationPendingSince',
  'placeIds',
  'monthLikes',
  'monthLikesUntil',
] as const satisfies (keyof PostDoc)[];
const TEXT_FIELDS = ['blogContent', 'blogHtml', 'pictures'] as const satisfies (keyof PostDoc)[];

const exclude = (fields: readonly string[]) => fields.map((field) => `-${field}`).join(' ');

export const POST_FIELDS = exclude(INTERNAL_FIELDS);
/** Fields of a card: everything but the text and its pictures. */
export const CARD_FIELDS = `${POST_FIELDS} ${exclude(TEXT_FIELDS)}`;
export type FullPostDoc = Omit<PostDoc, (typeof INTERNAL_FIELDS)[number]>;
export type CardDoc = Omit<FullPostDoc, (typeof TEXT_FIELDS)[number]>;
