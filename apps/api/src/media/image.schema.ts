import { Schema } from 'mongoose';

/** Size of the upright original in pixels, and its thumbhash as base64. */
export const imageMetaSchema = new Schema(
  {
    width: { type: Number, required: true },
    height: { type: Number, required: true },
    thumbhash: { type: String, required: true },
  },
  { _id: false },
);

/** A picture as stored in a record: the key it is served under, and its size. */
export const imageSchema = new Schema(
  {
    key: { type: String, required: true },
    meta: { type: imageMetaSchema, required: true },
  },
  { _id: false },
);
