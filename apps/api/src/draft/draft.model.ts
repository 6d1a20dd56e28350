import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import type { WithTextPictures } from '../media/image.schema.js';
import { STORY_FIELD_TYPES } from '../post/story-fields.js';

const draftSchema = new Schema(
  {
    userId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
    /** UUID created by the client. */
    key: { type: String, required: true },
    blogTitle: { type: String, default: '' },
    blogHtml: { type: String, default: '' },
    ...STORY_FIELD_TYPES,
    /** The story that the draft edits. */
    postId: { type: Schema.Types.ObjectId, ref: 'Post', default: null },
    /** Version of that story on which the edit is based. */
    baseVersion: { type: Number, default: null },
    /** When the draft is to be published; missing without a schedule. */
    publishAt: { type: Date },
    /** Why the draft could not be published at `publishAt`. */
    publishError: { type: String },
    publishErrorCode: { type: String },
    /** Version of the draft that was published on schedule. If `version` differs, the draft has been changed since. */
    publishedVersion: { type: Number },
    /** Starts at 1; a write must send the version it read. */
    version: { type: Number, required: true },
  },
  { timestamps: true },
);
draftSchema.index({ userId: 1, key: 1 }, { unique: true }); // draft by key
draftSchema.index({ userId: 1, updatedAt: -1, _id: -1 }); // a user's drafts, latest change first
draftSchema.index({ userId: 1, postId: 1 }); // drafts of a story
// Drafts to publish; a sparse index would contain all drafts too: each has an `_id`.
draftSchema.index({ publishAt: 1, _id: 1 });
draftSchema.index({ 'pictures.key': 1 }, { sparse: true }); // sweep: drafts that contain a picture

export type DraftDoc = WithTextPictures<InferSchemaType<typeof draftSchema>> & { _id: Types.ObjectId };
export const DraftModel = model('Draft', draftSchema);
