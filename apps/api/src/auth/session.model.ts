import { type InferSchemaType, model, Schema, type Types } from 'mongoose';

const sessionSchema = new Schema({
  userId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
  /** The `User-Agent` header of the sign-in, at most 300 characters. */
  userAgent: { type: String, default: '' },
  /** Time of the sign-in. */
  createdAt: { type: Date, required: true },
  lastSeenAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
});
sessionSchema.index({ userId: 1, createdAt: -1 }); // sessions of a user, newest first
// Deletes expired sessions; queries check the date as well.
sessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type SessionDoc = InferSchemaType<typeof sessionSchema> & { _id: Types.ObjectId };
export const SessionModel = model('Session', sessionSchema);
