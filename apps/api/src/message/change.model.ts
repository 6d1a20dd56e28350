import { type InferSchemaType, model, Schema, type Types } from 'mongoose';

/** One entry of the change log of a conversation. */
const changeSchema = new Schema({
  conversation: { type: String, required: true },
  /** Position among the changes of the conversation, from 1 without gaps: the change number. */
  place: { type: Number, required: true },
  messageId: { type: Schema.Types.ObjectId, ref: 'Message', required: true },
  /** The `version` of the message after the change; null when a user has deleted it for themselves. */
  version: { type: Number, default: null },
  /** The user who has deleted the message for themselves; null for a change that both participants see. */
  removedBy: { type: Schema.Types.ObjectId, ref: 'User', default: null },
});
// Gives the changes one order, as messages have; finds the changes after a change number.
changeSchema.index({ conversation: 1, place: 1 }, { unique: true });
changeSchema.index({ messageId: 1 }); // whether a change is recorded

export type ChangeDoc = InferSchemaType<typeof changeSchema> & { _id: Types.ObjectId };
export const ChangeModel = model('MessageChange', changeSchema);
