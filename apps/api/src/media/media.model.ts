import { type InferSchemaType, model, Schema } from 'mongoose';
import { imageMetaSchema } from './image.schema.js';

const blobSchema = new Schema({
  /** `{variant}-{SHA-256 of the uploaded bytes, hex}`. */
  _id: { type: String, required: true },
  /**
   * Files in the storage are `{first two characters}/{fileId}-{width}.webp`, and `-social.jpg`: see
   * `social-picture.ts`. Never reused for another blob.
   */
  fileId: { type: String, required: true },
  /** Pixels, narrowest first. */
  widths: { type: [Number], required: true },
  meta: { type: imageMetaSchema, required: true },
  createdAt: { type: Date, required: true },
  /** When a record last used it: the sweep skips recently used blobs. */
  usedAt: { type: Date, required: true },
});
blobSchema.index({ fileId: 1 }, { unique: true }); // sweep: blob of a file

export type BlobDoc = InferSchemaType<typeof blobSchema> & { _id: string };
/** The bytes of a picture; equal uploads share one blob. */
export const BlobModel = model('Blob', blobSchema);

/** The record of an `upload`, a picture that was sent for the text of a story, is the user who sent it. */
export const MEDIA_KINDS = ['post', 'revision', 'draft', 'profile', 'message', 'upload'] as const;

const mediaSchema = new Schema({
  /** Random; knowing it does not grant access. */
  key: { type: String, required: true },
  blobId: { type: String, required: true },
  kind: { type: String, enum: MEDIA_KINDS, required: true },
  recordId: { type: Schema.Types.ObjectId, required: true },
  /** The only users who may see it; absent: every signed-in user. */
  viewers: { type: [Schema.Types.ObjectId], default: undefined },
  createdAt: { type: Date, required: true },
  /** When a text with the uploaded picture was last saved: the sweep skips recently used ones. */
  usedAt: { type: Date },
});
mediaSchema.index({ key: 1 }, { unique: true }); // serving a picture
mediaSchema.index({ blobId: 1 }); // sweep: references to a blob

export type MediaDoc = InferSchemaType<typeof mediaSchema>;
/** A record's access to a blob. */
export const MediaModel = model('Media', mediaSchema);
