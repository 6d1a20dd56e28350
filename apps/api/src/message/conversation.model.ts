import { type InferSchemaType, model, Schema, type Types } from 'mongoose';

/** That two people have written to each other, and when last: what the list of contacts is ordered by. */
const conversationSchema = new Schema({
  key: { type: String, required: true },
  participants: { type: [Schema.Types.ObjectId], required: true },
  lastSeq: { type: Number, required: true },
  lastMessageId: { type: Schema.Types.ObjectId, ref: 'Message', required: true },
  lastMessageAt: { type: Date, required: true },
});
conversationSchema.index({ key: 1 }, { unique: true }); // whether two people have one
conversationSchema.index({ participants: 1, lastMessageAt: -1, _id: -1 }); // one's conversations, latest first

export type ConversationDoc = InferSchemaType<typeof conversationSchema> & { _id: Types.ObjectId };
export const ConversationModel = model('Conversation', conversationSchema);
