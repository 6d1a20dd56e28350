import { type InferSchemaType, model, Schema, type Types } from 'mongoose';

/** A user follows another one. */
const followSchema = new Schema(
  {
    followerId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
    followedId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
    /** Removed once its notifications are stored; missing in records of older versions. */
    notificationPendingSince: { type: Date, default: Date.now },
  },
  { timestamps: { createdAt: true, updatedAt: false } },
);
followSchema.index({ followerId: 1, followedId: 1 }, { unique: true }); // one per pair; whom a user follows
followSchema.index({ followedId: 1, _id: 1 }); // followers of a user
followSchema.index({ notificationPendingSince: 1 }, { sparse: true }); // interrupted notifications

export type FollowDoc = InferSchemaType<typeof followSchema> & { _id: Types.ObjectId };
export const FollowModel = model('Follow', followSchema);
