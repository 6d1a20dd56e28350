import { type InferSchemaType, model, Schema, type Types } from 'mongoose';

/** One person has blocked another. */
const blockSchema = new Schema(
  {
    blockerId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
    blockedId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
    /** The two as `conversationKey` names them: whether either has blocked the other is one look-up. */
    conversation: { type: String, required: true },
  },
  { timestamps: { createdAt: true, updatedAt: false } },
);
blockSchema.index({ blockerId: 1, blockedId: 1 }, { unique: true }); // one a pair; who of a list is blocked
blockSchema.index({ blockerId: 1, createdAt: -1, _id: -1 }); // whom one has blocked, latest first
blockSchema.index({ blockedId: 1 }); // who has blocked one
blockSchema.index({ conversation: 1 }); // between two people

export type BlockDoc = InferSchemaType<typeof blockSchema> & { _id: Types.ObjectId };
export const BlockModel = model('Block', blockSchema);
