import { VISIBILITIES } from '@safarnama/contracts';
import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { imageSchema, textPictureSchema, type WithTextPictures } from '../media/image.schema.js';

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
  /** Pictures of `blogHtml`, in its order. Missing in revisions of older versions. */
  pictures: { type: [textPictureSchema], default: undefined },
  /** A copy under its own key: only the author may see it. */
  blogImage: { type: imageSchema, default: null },
  blogImageAlt: { type: String, default: '' },
  blogLocation: { type: String, default: '' },
  /** As in the story. */
  placeId: { type: String },
  /** Day of the visit, `2024-03-12`. Null or missing for none. */
  visitedOn: { type: String },
  /** Missing in revisions of older versions, which means `DEFAULT_VISIBILITY`. */
  visibility: { type: String, enum: VISIBILITIES },
  /** Words of `blogContent`, so that the list does not read the text. */
  words: { type: Number, required: true },
});
// One revision per version; revisions of a story, newest first.
revisionSchema.index({ postId: 1, number: -1 }, { unique: true });
revisionSchema.index({ 'pictures.key': 1 }, { sparse: true }); // sweep: revisions that contain a picture

export type RevisionDoc = WithTextPictures<InferSchemaType<typeof revisionSchema>> & { _id: Types.ObjectId };
/** A former version of a story. The current version is the story itself. */
export const RevisionModel = model('Revision', revisionSchema);
