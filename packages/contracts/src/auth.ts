import * as z from 'zod/mini';
import { LIMITS } from './limits.js';
import { imageInputSchema, isoDateSchema, objectIdSchema, textSchema } from './primitives.js';
import { codePointLength, normalizeText } from './text.js';

const INVALID_EMAIL = 'Please enter a valid email address';

/** A new password: 8 to 256 characters of any script, no composition rules. Never trimmed. */
const newPasswordSchema = z.string('Password is required').check(
  z.overwrite(normalizeText),
  z.refine((text) => text !== '', { error: 'Password is required', abort: true }),
  z.refine(
    (text) => codePointLength(text) >= LIMITS.passwordMin,
    `Password must be at least ${LIMITS.passwordMin} characters`,
  ),
  z.refine(
    (text) => codePointLength(text) <= LIMITS.passwordMax,
    `Password must be at most ${LIMITS.passwordMax} characters`,
  ),
  z.meta({ minLength: LIMITS.passwordMin, maxLength: LIMITS.passwordMax }),
);

const emailSchema = textSchema({ max: LIMITS.email, label: 'Email', required: 'Email is required' });

/** A new address: kept as typed, unique without regard to case. */
const newEmailSchema = emailSchema.check(z.regex(z.regexes.unicodeEmail, INVALID_EMAIL));

export const signupInputSchema = z.object({
  fullName: textSchema({ max: LIMITS.fullName, label: 'Full name', required: 'Full name is required' }),
  email: newEmailSchema,
  password: newPasswordSchema,
});
export type SignupInput = z.infer<typeof signupInputSchema>;

/** What may be a right pair is for the API to find out: only presence is checked here. */
export const loginInputSchema = z.object({
  email: emailSchema,
  password: z.string('Password is required').check(
    z.overwrite(normalizeText),
    z.refine((text) => text !== '', 'Password is required'),
    z.meta({ minLength: 1 }),
  ),
});
export type LoginInput = z.infer<typeof loginInputSchema>;

export const updateProfileInputSchema = z.object({
  fullName: textSchema({ max: LIMITS.fullName, label: 'Full name', required: 'Name is required' }),
  /** The new password; empty or absent changes nothing. */
  password: z.exactOptional(z.union([z.literal(''), newPasswordSchema], 'Password must be text')),
  /** Absent or the stored address keeps the picture, empty removes it. */
  profilePic: z.exactOptional(imageInputSchema),
  /** Asked for when the login is older than 10 minutes. */
  currentPassword: z.exactOptional(
    z.string('The current password must be text').check(z.overwrite(normalizeText)),
  ),
});
export type UpdateProfileInput = z.infer<typeof updateProfileInputSchema>;

/** One sentence for a link that was used, has expired, was replaced by a newer one, or never was. */
export const INVALID_RESET_LINK = 'This link is no longer valid. Ask whoever runs this site for a new one.';

/** What the link of a password reset carries: the person's id and 32 random bytes, in base64url. */
const resetTokenSchema = z.string(INVALID_RESET_LINK).check(z.regex(/^[\w-]{59}$/, INVALID_RESET_LINK));

export const resetPasswordInputSchema = z.object({
  token: resetTokenSchema,
  password: newPasswordSchema,
});
export type ResetPasswordInput = z.infer<typeof resetPasswordInputSchema>;

export const sessionSchema = z.object({
  _id: objectIdSchema,
  createdAt: isoDateSchema,
  lastSeenAt: isoDateSchema,
  userAgent: z.string(),
  /** True for the session that asks. */
  current: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

export const sessionsResponseSchema = z.object({ sessions: z.array(sessionSchema) });

/** What others may know of one. */
export const privacySchema = z.object({
  /** One is in nobody's list of those online; typing, delivered and read marks are withheld. */
  appearOffline: z.boolean('appearOffline must be true or false'),
});
export type Privacy = z.infer<typeof privacySchema>;

/** An invalid address and a missing one get the same sentence in the newsletter box. */
export const subscribeInputSchema = z.object({
  email: z.string(INVALID_EMAIL).check(
    z.overwrite((text) => normalizeText(text).trim()),
    z.maxLength(LIMITS.email, INVALID_EMAIL),
    z.regex(z.regexes.unicodeEmail, INVALID_EMAIL),
  ),
});
