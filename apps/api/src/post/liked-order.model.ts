import { type InferSchemaType, model, Schema, type Types } from 'mongoose';

/** The most liked stories at one moment. Later pages of a list follow the order of its first page. */
const likedOrderSchema = new Schema({
  /** Hash of `postIds`, so that equal orders are stored once. */
  hash: { type: String, required: true },
  postIds: { type: [Schema.Types.ObjectId], required: true },
  expiresAt: { type: Date, required: true },
});
likedOrderSchema.index({ hash: 1 }, { unique: true }); // finds an equal order to store it once, and the order of a later page
likedOrderSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 }); // deletes old ones

export type LikedOrderDoc = InferSchemaType<typeof likedOrderSchema> & { _id: Types.ObjectId };
export const LikedOrderModel = model('LikedOrder', likedOrderSchema);
