import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { imageSchema } from '../media/image.schema.js';

const postSchema = new Schema(
  {
    blogTitle: { type: String, required: true },
    /** Plain text, derived from `blogHtml`. */
    blogContent: { type: String, required: true },
    /** Cleaned by the allow-list. */
    blogHtml: { type: String, required: true },
    blogImage: { type: imageSchema, default: null },
    blogImageAlt: { type: String, default: '' },
    blogLocation: { type: String, default: '' },
    slug: { type: String, required: true },
    authorId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
    /** Author and `clientPostId` (or the post's own id): the same create again finds the stored post. */
    clientKey: { type: String, required: true },
    /** Derived from the text when it is written, so that a list reads no text. */
    excerpt: { type: String, required: true },
    readMinutes: { type: Number, required: true },
    /** UTF-8 bytes of the text in both forms. */
    textBytes: { type: Number, required: true },
    /** Folded words of title, place and text. */
    searchTokens: { type: [String], required: true },
    /** Real likes, without `LIKE_BASE`. */
    likes: { type: Number, default: 0 },
    comments: { type: Number, default: 0 },
    /** How often the two were counted anew: of several at once the last has counted all. */
    countsVersion: { type: Number, default: 0 },
  },
  { timestamps: true },
);
postSchema.index({ slug: 1 }, { unique: true }); // a story by its address
postSchema.index({ clientKey: 1 }, { unique: true }); // a repeated create
postSchema.index({ createdAt: -1, _id: -1 }); // home: all, newest first
postSchema.index({ authorId: 1, createdAt: -1, _id: -1 }); // my posts, by author
postSchema.index({ searchTokens: 1 }); // search

export type PostDoc = InferSchemaType<typeof postSchema> & { _id: Types.ObjectId };
export const PostModel = model('Post', postSchema);

/** What no answer carries. */
const INTERNAL_FIELDS = '-searchTokens -clientKey -countsVersion';
export const POST_FIELDS = `${INTERNAL_FIELDS} -excerpt`;
/** A card, without the text. */
export const CARD_FIELDS = `${INTERNAL_FIELDS} -blogContent -blogHtml`;
export type FullPostDoc = Omit<PostDoc, 'searchTokens' | 'clientKey' | 'countsVersion' | 'excerpt'>;
export type CardDoc = Omit<
  PostDoc,
  'searchTokens' | 'clientKey' | 'countsVersion' | 'blogContent' | 'blogHtml'
>;
