import type { ImageMeta } from '@safarnama/contracts';
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

const IMAGE_FIELDS = {
  key: { type: String, required: true },
  meta: { type: imageMetaSchema, required: true },
} as const;

/** A picture as stored in a record: the key it is served under, and its size. */
export const imageSchema = new Schema(IMAGE_FIELDS, { _id: false });

/** A picture in the text of a story, draft or revision. */
export const textPictureSchema = new Schema(
  { ...IMAGE_FIELDS, alt: { type: String, default: '' }, caption: { type: String, default: '' } },
  { _id: false },
);

/** A picture in a text, as stored. */
export interface TextPicture {
  key: string;
  meta: ImageMeta;
  alt: string;
  /** Plain text; empty for none. */
  caption: string;
}

/** Mongoose infers the type of a hydrated document for lists of subdocuments. */
export type WithTextPictures<Doc> = Omit<Doc, 'pictures'> & { pictures?: TextPicture[] | null };
