import { type InferSchemaType, model, Schema } from 'mongoose';

const uploadSchema = new Schema({
  /** Random; the last part of the upload's address. */
  _id: { type: String, required: true },
  userId: { type: Schema.Types.ObjectId, required: true },
  /** Bytes of the file, as announced. */
  size: { type: Number, required: true },
  /** `Upload-Metadata` as sent; absent without it. */
  metadata: { type: String },
  /** Bytes that have been received and stored. */
  offset: { type: Number, required: true },
  /** Storage keys of the received bytes, in order; empty once the upload is finished. */
  parts: { type: [String], required: true },
  /** The request that may append: each request for the upload takes over from earlier ones. */
  writer: { type: String, required: true },
  /** Key of the picture. Chosen in advance, so that two processes that finish an upload create one picture. */
  mediaKey: { type: String, required: true },
  /** When the picture was stored; null until then. */
  finishedAt: { type: Date, default: null },
  createdAt: { type: Date, required: true },
});
uploadSchema.index({ createdAt: 1 }); // sweep: uploads older than a day

export type UploadDoc = InferSchemaType<typeof uploadSchema> & { _id: string };
/** A resumable upload of a picture. */
export const UploadModel = model('Upload', uploadSchema);
