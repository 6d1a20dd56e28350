import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { imageSchema } from '../media/image.schema.js';

/** The latest link for setting a new password. Removed when it is used. */
const passwordResetSchema = new Schema(
  {
    /** SHA-256 of the token in base64url, so that the database does not contain a usable link. */
    tokenHash: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { _id: false },
);

const userSchema = new Schema(
  {
    fullName: { type: String, required: true },
    /** The folded name, for ordering. */
    nameKey: { type: String, required: true },
    /** The folded words of the name, for search. */
    nameTokens: { type: [String], required: true },
    /** The address as typed. */
    email: { type: String, required: true },
    /** The folded address: unique regardless of case. */
    emailKey: { type: String, required: true },
    /** `{pepper version}${bcrypt}`: see auth/password.ts. */
    passwordHash: { type: String, required: true, select: false },
    passwordReset: { type: passwordResetSchema, select: false },
    profilePic: { type: imageSchema, default: null },
    /** Hides online status, typing and receipts from all others. */
    appearOffline: { type: Boolean, default: false },
  },
  { timestamps: true },
);
userSchema.index({ emailKey: 1 }, { unique: true }); // sign-up, login
userSchema.index({ nameKey: 1, _id: 1 }); // contacts by name
userSchema.index({ nameTokens: 1 }); // contacts by name, stories by author name

export type UserDoc = InferSchemaType<typeof userSchema> & { _id: Types.ObjectId };
export const UserModel = model('User', userSchema);
