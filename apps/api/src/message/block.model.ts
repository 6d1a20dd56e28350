import { type InferSchemaType, model, Schema, type Types } from 'mongoose';

/** A user has blocked another one. */
const blockSchema = new Schema(
  {
    blockerId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
    blockedId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
    /** `conversationKey` of the two users, so that one lookup shows whether either has blocked the other. */
    conversation: { type: String, required: true },
  },
  { timestamps: { createdAt: true, updatedAt: false } },
);
// One block per pair; which of these users are blocked.
blockSchema.index({ blockerId: 1, blockedId: 1 }, { unique: true });
blockSchema.index({ blockerId: 1, createdAt: -1, _id: -1 }); // blocked users, newest first
blockSchema.index({ blockedId: 1 }); // users who have blocked a user
blockSchema.index({ conversation: 1 }); // blocks between two users

export type BlockDoc = InferSchemaType<typeof blockSchema> & { _id: Types.ObjectId };
export const BlockModel = model('Block', blockSchema);
