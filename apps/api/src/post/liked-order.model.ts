import { type InferSchemaType, model, Schema, type Types } from 'mongoose';

/** The most liked stories at one moment. Later pages of a list follow the order of its first page. */
const likedOrderSchema = new Schema({
  /** Identifies the list: the filter of its stories, as JSON. */
  list: { type: String, required: true },
  /** Hash of `list` and `postIds`, so that equal orders are stored once. */
  hash: { type: String, required: true },
  postIds: { type: [Schema.Types.ObjectId], required: true },
  /** When the likes were last found to be in this order. */
  rankedAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
});
likedOrderSchema.index({ list: 1, rankedAt: -1 }); // finds recent orders for a first page
// Finds an equal order to store it once, and the order of a later page.
likedOrderSchema.index({ hash: 1 }, { unique: true });
likedOrderSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 }); // deletes old ones

export type LikedOrderDoc = InferSchemaType<typeof likedOrderSchema> & { _id: Types.ObjectId };
export const LikedOrderModel = model('LikedOrder', likedOrderSchema);
