import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { imageSchema } from '../media/image.schema.js';

const messageSchema = new Schema({
  /** The two people's ids, the smaller first: see `conversationKey`. */
  conversation: { type: String, required: true },
  /** Place in the conversation, from 1 without gaps: the one order that both people see. */
  seq: { type: Number, required: true },
  senderId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
  receiverId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
  text: { type: String, default: '' },
  image: { type: imageSchema, default: null },
  clientMessageId: { type: String, default: null },
  /** Sender and `clientMessageId` (or the message's own id): the same send again finds the stored message. */
  clientKey: { type: String, required: true },
  createdAt: { type: Date, required: true },
});
// The order, and the guard of it: of two writers that take the same place one is refused and takes the next.
messageSchema.index({ conversation: 1, seq: 1 }, { unique: true });
messageSchema.index({ clientKey: 1 }, { unique: true }); // a repeated send

export type MessageDoc = InferSchemaType<typeof messageSchema> & { _id: Types.ObjectId };
export const MessageModel = model('Message', messageSchema);

/** Names the conversation of two people, whoever asks. */
export function conversationKey(userId: string, otherId: string): string {
  return [userId.toLowerCase(), otherId.toLowerCase()].sort().join(':');
}
