import { type InferSchemaType, model, Schema, type Types } from 'mongoose';

/** The position and id of a message. MongoDB compares the position first, because it is the first field. */
const positionSchema = new Schema(
  {
    seq: { type: Number, required: true },
    id: { type: Schema.Types.ObjectId, required: true },
  },
  { _id: false },
);

const positionsSchema = new Schema(
  {
    delivered: { type: positionSchema, default: undefined },
    read: { type: positionSchema, default: undefined },
  },
  { _id: false },
);

/** Receipts of one participant for the other's messages. */
const receiptsSchema = new Schema(
  {
    /** The reader's own receipts; unread messages are counted from here. */
    own: { type: positionsSchema, default: undefined },
    /** Receipts that the author may see; they do not advance while the reader appears offline or a block exists. */
    shown: { type: positionsSchema, default: undefined },
  },
  { _id: false },
);

/** The conversation of two users who have exchanged messages. Orders the contact list. */
const conversationSchema = new Schema({
  key: { type: String, required: true },
  participants: { type: [Schema.Types.ObjectId], required: true },
  lastSeq: { type: Number, required: true },
  lastMessageId: { type: Schema.Types.ObjectId, ref: 'Message', required: true },
  lastMessageAt: { type: Date, required: true },
  /** Participants who may have unread messages; others have none. The number is counted when it is needed. */
  unreadFor: { type: [Schema.Types.ObjectId], default: undefined },
  /** Receipts by the id of the reader. */
  marks: { type: Map, of: receiptsSchema, default: undefined },
});
conversationSchema.index({ key: 1 }, { unique: true }); // the conversation of two users
conversationSchema.index({ participants: 1, lastMessageAt: -1, _id: -1 }); // conversations of a user, latest first
conversationSchema.index({ unreadFor: 1 }); // conversations with possibly unread messages

export interface PositionDoc {
  seq: number;
  id: Types.ObjectId;
}
type ReceiptPositions = Partial<Record<'delivered' | 'read', PositionDoc>>;

export type ConversationDoc = Omit<InferSchemaType<typeof conversationSchema>, 'marks'> & {
  _id: Types.ObjectId;
  marks?: Readonly<Record<string, Partial<Record<'own' | 'shown', ReceiptPositions>>>>;
};
export const ConversationModel = model('Conversation', conversationSchema);

/** The id of the other participant of a conversation. */
export function getOtherId({ participants }: Pick<ConversationDoc, 'participants'>, userId: string): string {
  return participants.find((id) => !id.equals(userId))?.toHexString() ?? '';
}
