import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import type { WithTextPictures } from '../media/image.schema.js';
import { POST_FIELD_TYPES, type PostModel } from './post.model.js';

const deletedPostSchema = new Schema({
  ...POST_FIELD_TYPES,
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  /** When it was deleted; missing for an unpublished story. */
  deletedAt: { type: Date },
  /**
   * When it was unpublished; missing for a deleted story. Both are set while a story is being unpublished or published
   * again.
   */
  unpublishedAt: { type: Date },
});
deletedPostSchema.index({ authorId: 1, deletedAt: -1, _id: -1 }); // an author's deleted stories, latest first
deletedPostSchema.index({ deletedAt: 1 }); // stories to remove for good
deletedPostSchema.index({ unpublishedAt: 1 }); // backup: unpublished stories
deletedPostSchema.index({ indexedAt: 1 }); // search: stories hidden since the last search
deletedPostSchema.index({ 'pictures.key': 1 }, { sparse: true }); // sweep: stories that contain a picture
deletedPostSchema.index({ clientKey: 1 }); // story of a scheduled draft; repeated requests
deletedPostSchema.index({ laterClientKeys: 1 }, { sparse: true }); // repeated requests
deletedPostSchema.index({ slug: 1 }); // slugs that a new story must not take

export type DeletedPostDoc = WithTextPictures<InferSchemaType<typeof deletedPostSchema>> & {
  _id: Types.ObjectId;
};
/**
 * A hidden story: its author has deleted it and can still restore it, or has unpublished it. It has left the collection
 * of published stories.
 */
export const DeletedPostModel = model('DeletedPost', deletedPostSchema);

/**
 * The same collection, for functions that take the model of published or of hidden stories. The cast is safe: the model
 * has all fields of a story.
 */
export const HiddenPostModel = DeletedPostModel as unknown as typeof PostModel;
