import { LANGUAGES, NOTIFICATION_KINDS } from '@safarnama/contracts';
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
    /** The words of the name and how they sound, for search: see `buildNameSearch`. Missing in older accounts. */
    nameSearch: { type: [String], default: undefined },
    /** The address as typed. */
    email: { type: String, required: true },
    /** The folded address: unique regardless of case. */
    emailKey: { type: String, required: true },
    /** `{pepper version}${bcrypt}`: see auth/password.ts. */
    passwordHash: { type: String, required: true, select: false },
    passwordReset: { type: passwordResetSchema, select: false },
    profilePic: { type: imageSchema, default: null },
    /** What the user writes about themselves. */
    bio: { type: String, default: '' },
    /** The language in which they read the app. Missing in accounts of older versions. */
    language: { type: String, enum: LANGUAGES, default: undefined },
    /** Kinds of notifications that the user has switched off. */
    mutedNotifications: { type: [String], enum: NOTIFICATION_KINDS, default: undefined },
    /** Hides online status, typing and receipts from all others. */
    appearOffline: { type: Boolean, default: false },
  },
  { timestamps: true },
);
userSchema.index({ emailKey: 1 }, { unique: true }); // sign-up, login
userSchema.index({ nameKey: 1, _id: 1 }); // contacts by name
userSchema.index({ nameSearch: 1 }); // contacts by name; search: people, stories by the name of their author

export type UserDoc = InferSchemaType<typeof userSchema> & { _id: Types.ObjectId };
export const UserModel = model('User', userSchema);
