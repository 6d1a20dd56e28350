import type { ReactionEmoji } from '@safarnama/contracts';
import mongoose, { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { imageSchema } from '../media/image.schema.js';

const reactionSchema = new Schema(
  { emoji: { type: String, required: true }, at: { type: Date, required: true } },
  { _id: false },
);

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
  /** The message of the same conversation that this one answers. */
  replyTo: { type: Schema.Types.ObjectId, ref: 'Message', default: null },
  /** One a person, by their id. */
  reactions: { type: Map, of: reactionSchema, default: undefined },
  /** Deleted for both: emptied, but in its place. */
  deletedAt: { type: Date, default: null },
  /** Who has deleted it for themselves. */
  hiddenFor: { type: [Schema.Types.ObjectId], default: undefined },
  /** How often it was changed for both: tells whether a change is in the log already. */
  version: { type: Number, default: 0 },
  createdAt: { type: Date, required: true },
});
// The order, and the guard of it: of two writers that take the same place one is refused and takes the next.
messageSchema.index({ conversation: 1, seq: 1 }, { unique: true });
messageSchema.index({ conversation: 1, senderId: 1, seq: 1 }); // unread ones, the newest of one of the two
messageSchema.index({ clientKey: 1 }, { unique: true }); // a repeated send

interface ReactionDoc {
  emoji: ReactionEmoji;
  at: Date;
}

export type MessageDoc = Omit<InferSchemaType<typeof messageSchema>, 'reactions'> & {
  _id: Types.ObjectId;
  reactions?: Readonly<Record<string, ReactionDoc>>;
};
export const MessageModel = model('Message', messageSchema);

/** Names the conversation of two people, whoever asks. */
export function conversationKey(userId: string, otherId: string): string {
  return [userId.toLowerCase(), otherId.toLowerCase()].sort().join(':');
}

/** Filter for what a person has not deleted for themselves. */
export function visibleTo(userId: string) {
  return { hiddenFor: mongoose.trusted({ $ne: userId }) };
}
