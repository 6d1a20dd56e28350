import * as z from 'zod/mini';
import { LANGUAGES } from './language.js';
import { imageUrlSchema, isoDateSchema, objectIdSchema } from './primitives.js';

/** The author of a story or a comment. */
export const authorSchema = z.object({
  _id: objectIdSchema,
  fullName: z.string(),
  profilePic: imageUrlSchema,
});
export type Author = z.infer<typeof authorSchema>;

/** A user as others see them: never with an email address. */
export const publicUserSchema = z.extend(authorSchema, { createdAt: isoDateSchema });
export type PublicUser = z.infer<typeof publicUserSchema>;

export const userResponseSchema = z.object({ user: publicUserSchema });

/** A user as they see themselves. */
export const userSchema = z.extend(publicUserSchema, {
  email: z.string(),
  /** What they write about themselves; empty for nothing. */
  bio: z.string(),
  /** The language in which they read the app. */
  language: z.enum(LANGUAGES),
});
export type User = z.infer<typeof userSchema>;
