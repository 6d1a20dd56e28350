import { type InferSchemaType, model, Schema, type Types } from 'mongoose';

/** That a stored message was changed: a row for each change of a conversation, in one order. */
const changeSchema = new Schema({
  conversation: { type: String, required: true },
  /** Place among the changes of the conversation, from 1 without gaps: its change number. */
  place: { type: Number, required: true },
  messageId: { type: Schema.Types.ObjectId, ref: 'Message', required: true },
  /** The message's `version` that this tells of; null for a removal. */
  version: { type: Number, default: null },
  /** Who has deleted the message for themselves; null for a change that both see. */
  removedBy: { type: Schema.Types.ObjectId, ref: 'User', default: null },
});
// The order, kept as that of messages is; what happened since a place.
changeSchema.index({ conversation: 1, place: 1 }, { unique: true });
changeSchema.index({ messageId: 1 }); // whether a change is told already

export type ChangeDoc = InferSchemaType<typeof changeSchema> & { _id: Types.ObjectId };
export const ChangeModel = model('MessageChange', changeSchema);
