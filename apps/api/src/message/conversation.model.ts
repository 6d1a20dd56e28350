import { type InferSchemaType, model, Schema, type Types } from 'mongoose';

/** A message's place and id: compared by the place, which stands first. */
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

/** How far one of the two people is with the other's messages. */
const receiptsSchema = new Schema(
  {
    /** For oneself: what is unread is counted from here. */
    own: { type: positionsSchema, default: undefined },
    /** What the writer of the messages is told: stands still while the reader hides it. */
    shown: { type: positionsSchema, default: undefined },
  },
  { _id: false },
);

/** What belongs to two people who have written to each other. The list of contacts is ordered by it. */
const conversationSchema = new Schema({
  key: { type: String, required: true },
  participants: { type: [Schema.Types.ObjectId], required: true },
  lastSeq: { type: Number, required: true },
  lastMessageId: { type: Schema.Types.ObjectId, ref: 'Message', required: true },
  lastMessageAt: { type: Date, required: true },
  /** Who may have unread messages here; nobody else has. Their number is counted, never kept. */
  unreadFor: { type: [Schema.Types.ObjectId], default: undefined },
  /** By the reader's id. */
  marks: { type: Map, of: receiptsSchema, default: undefined },
});
conversationSchema.index({ key: 1 }, { unique: true }); // whether two people have one
conversationSchema.index({ participants: 1, lastMessageAt: -1, _id: -1 }); // one's conversations, latest first
conversationSchema.index({ unreadFor: 1 }); // those that one may have to read

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
