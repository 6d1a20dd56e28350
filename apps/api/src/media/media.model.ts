import { type InferSchemaType, model, Schema } from 'mongoose';
import { imageMetaSchema } from './image.schema.js';

const blobSchema = new Schema({
  /** `{variant}-{SHA-256 of the bytes that were sent, hex}`. */
  _id: { type: String, required: true },
  /** Its files are `{first two characters}/{fileId}-{width}.webp` in the storage. Never used again for another blob. */
  fileId: { type: String, required: true },
  /** Pixels, narrowest first. */
  widths: { type: [Number], required: true },
  meta: { type: imageMetaSchema, required: true },
  createdAt: { type: Date, required: true },
  /** When a record last took it: the sweep spares what was taken lately. */
  usedAt: { type: Date, required: true },
});
blobSchema.index({ fileId: 1 }, { unique: true }); // sweep: whose file is this

export type BlobDoc = InferSchemaType<typeof blobSchema> & { _id: string };
/** A picture's bytes, once for equal ones. */
export const BlobModel = model('Blob', blobSchema);

export const MEDIA_KINDS = ['post', 'draft', 'profile', 'message'] as const;

const mediaSchema = new Schema({
  /** Random: knowing it is not a right to see it. */
  key: { type: String, required: true },
  blobId: { type: String, required: true },
  kind: { type: String, enum: MEDIA_KINDS, required: true },
  recordId: { type: Schema.Types.ObjectId, required: true },
  /** The only people who may see it; none named: everybody who is signed in. */
  viewers: { type: [Schema.Types.ObjectId], default: undefined },
  createdAt: { type: Date, required: true },
});
mediaSchema.index({ key: 1 }, { unique: true }); // a picture is asked for
mediaSchema.index({ blobId: 1 }); // sweep: is a blob still named

export type MediaDoc = InferSchemaType<typeof mediaSchema>;
/** A picture of one record. */
export const MediaModel = model('Media', mediaSchema);
