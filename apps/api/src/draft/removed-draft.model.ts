import { model, Schema } from 'mongoose';

/** Longer than any device retries a first save whose response was lost. */
const RETENTION_S = 30 * 24 * 60 * 60;

/** A draft that was published or deleted: a first save that arrives late must not create it again. */
const removedDraftSchema = new Schema({
  /** `userId:key`. */
  _id: { type: String, required: true },
  userId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
  removedAt: { type: Date, required: true },
});
removedDraftSchema.index({ removedAt: 1 }, { expireAfterSeconds: RETENTION_S }); // deletes old ones

export const RemovedDraftModel = model('RemovedDraft', removedDraftSchema);
