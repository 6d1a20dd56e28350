import type { ReactionEmoji } from '@safarnama/contracts';
import mongoose, { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { imageSchema } from '../media/image.schema.js';

const reactionSchema = new Schema(
  { emoji: { type: String, required: true }, at: { type: Date, required: true } },
  { _id: false },
);

const messageSchema = new Schema({
  /** Ids of both users, the smaller first: see `conversationKey`. */
  conversation: { type: String, required: true },
  /** Position in the conversation, from 1 without gaps: the order that both users see. */
  seq: { type: Number, required: true },
  senderId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
  receiverId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
  text: { type: String, default: '' },
  image: { type: imageSchema, default: null },
  clientMessageId: { type: String, default: null },
  /** Sender and `clientMessageId` (or the message id), so that a repeated send finds the stored message. */
  clientKey: { type: String, required: true },
  /** The message of the same conversation that this one replies to. */
  replyTo: { type: Schema.Types.ObjectId, ref: 'Message', default: null },
  /** The story that this one refers to, if any. It may have been deleted since. */
  postId: { type: Schema.Types.ObjectId, ref: 'Post' },
  /** Words of that story, exactly as sent. */
  quotedText: { type: String, default: '' },
  /** One per user, by user id. */
  reactions: { type: Map, of: reactionSchema, default: undefined },
  /** When it was deleted for both users: it is empty but keeps its position. */
  deletedAt: { type: Date, default: null },
  /** Users who have deleted it for themselves. */
  hiddenFor: { type: [Schema.Types.ObjectId], default: undefined },
  /** Number of changes that both users see. Shows whether a change is in the log. */
  version: { type: Number, default: 0 },
  createdAt: { type: Date, required: true },
});
// The order of messages. Of two writers at the same position one is rejected and takes the next.
messageSchema.index({ conversation: 1, seq: 1 }, { unique: true });
messageSchema.index({ conversation: 1, senderId: 1, seq: 1 }); // unread messages; the newest message of a participant
messageSchema.index({ clientKey: 1 }, { unique: true }); // a repeated send
messageSchema.index({ postId: 1 }, { sparse: true }); // messages about a story that has changed

interface ReactionDoc {
  emoji: ReactionEmoji;
  at: Date;
}

export type MessageDoc = Omit<InferSchemaType<typeof messageSchema>, 'reactions'> & {
  _id: Types.ObjectId;
  reactions?: Readonly<Record<string, ReactionDoc>>;
};
export const MessageModel = model('Message', messageSchema);

/** The key of the conversation of two users, the same for both of them. */
export function conversationKey(userId: string, otherId: string): string {
  return [userId, otherId].sort().join(':');
}

/** Filters for messages that a user has not deleted for themselves. */
export function visibleTo(userId: string) {
  return { hiddenFor: mongoose.trusted({ $ne: userId }) };
}
