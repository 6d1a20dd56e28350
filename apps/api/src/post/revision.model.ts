import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import type { WithTextPictures } from '../media/image.schema.js';
import { STORY_FIELD_TYPES } from './story-fields.js';

const revisionSchema = new Schema({
  postId: { type: Schema.Types.ObjectId, ref: 'Post', required: true },
  /** The story's `version`. */
  number: { type: Number, required: true },
  /** When the author saved this version. */
  createdAt: { type: Date, required: true },
  restoredFrom: { type: Number, default: null },
  blogTitle: { type: String, required: true },
  blogContent: { type: String, required: true },
  blogHtml: { type: String, required: true },
  /** `blogImage` is a copy under its own key: only the author may see it. */
  ...STORY_FIELD_TYPES,
  /** Words of `blogContent`, so that the list does not read the text. */
  words: { type: Number, required: true },
});
// One revision per version; revisions of a story, newest first.
revisionSchema.index({ postId: 1, number: -1 }, { unique: true });
revisionSchema.index({ 'pictures.key': 1 }, { sparse: true }); // sweep: revisions that contain a picture

export type RevisionDoc = WithTextPictures<InferSchemaType<typeof revisionSchema>> & { _id: Types.ObjectId };
/** A former version of a story. The current version is the story itself. */
export const RevisionModel = model('Revision', revisionSchema);
