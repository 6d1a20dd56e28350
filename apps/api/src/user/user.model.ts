import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { imageSchema } from '../media/image.schema.js';

/** A link to set a new password. A newer one takes its place, using it takes it away. */
const passwordResetSchema = new Schema(
  {
    /** SHA-256 of the link's token, in base64url: who reads the database cannot use it. */
    tokenHash: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { _id: false },
);

const userSchema = new Schema(
  {
    fullName: { type: String, required: true },
    /** The name folded for ordering. */
    nameKey: { type: String, required: true },
    /** The words of the name folded for search. */
    nameTokens: { type: [String], required: true },
    /** As typed. */
    email: { type: String, required: true },
    /** The address folded: unique without regard to case. */
    emailKey: { type: String, required: true },
    /** `{pepper version}${bcrypt}`: see auth/password.ts. */
    passwordHash: { type: String, required: true, select: false },
    passwordReset: { type: passwordResetSchema, select: false },
    profilePic: { type: imageSchema, default: null },
    /** In nobody's list of those online; typing, delivered and read marks are withheld. */
    appearOffline: { type: Boolean, default: false },
  },
  { timestamps: true },
);
userSchema.index({ emailKey: 1 }, { unique: true }); // sign-up, login
userSchema.index({ nameKey: 1, _id: 1 }); // contacts by name
userSchema.index({ nameTokens: 1 }); // contacts and stories by a person's name

export type UserDoc = InferSchemaType<typeof userSchema> & { _id: Types.ObjectId };
export const UserModel = model('User', userSchema);
