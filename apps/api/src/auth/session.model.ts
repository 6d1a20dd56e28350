import { type InferSchemaType, model, Schema, type Types } from 'mongoose';

const sessionSchema = new Schema({
  userId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
  /** The browser, as it names itself. */
  userAgent: { type: String, default: '' },
  /** When it signed in. */
  createdAt: { type: Date, required: true },
  lastSeenAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
});
sessionSchema.index({ userId: 1, createdAt: -1 }); // sessions of a person; ending them all
sessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 }); // tidies up; queries check the date as well

export type SessionDoc = InferSchemaType<typeof sessionSchema> & { _id: Types.ObjectId };
export const SessionModel = model('Session', sessionSchema);
