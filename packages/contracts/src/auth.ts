import * as z from 'zod/mini';
import { INVALID_EMAIL, PASSWORD_TOO_SHORT } from './constants.js';
import { EMAIL_PATTERN } from './email-pattern.js';
import { LANGUAGES } from './language.js';
import { LIMITS } from './limits.js';
import { mayFit, normalizeText } from './normalize-text.js';
import { imageInputSchema, isoDateSchema, objectIdSchema, textSchema } from './primitives.js';
import { sentence } from './sentence.js';
import { codePointLength, toSingleLine } from './text.js';

const PASSWORD_REQUIRED = sentence('password_required', 'Password is required');
const PASSWORD_TOO_LONG = sentence(
  'password_too_long',
  `Password must be at most ${LIMITS.passwordMax} characters`,
);

const PASSWORD_LENGTHS = { minLength: LIMITS.passwordMin, maxLength: LIMITS.passwordMax };

/** 8 to 256 code points of any script, no composition rules, never trimmed; an empty text is the caller's to judge. */
const passwordChecks = [
  z.refine<string>((text) => mayFit(text, LIMITS.passwordMax), { error: PASSWORD_TOO_LONG, abort: true }),
  z.overwrite(normalizeText),
  z.refine<string>(
    (text) => text === '' || codePointLength(text) >= LIMITS.passwordMin,
    sentence('password_too_short', PASSWORD_TOO_SHORT),
  ),
  z.refine<string>((text) => codePointLength(text) <= LIMITS.passwordMax, PASSWORD_TOO_LONG),
] as const;

const newPasswordSchema = z.string(PASSWORD_REQUIRED).check(
  z.refine((text) => text !== '', PASSWORD_REQUIRED),
  ...passwordChecks,
  z.meta(PASSWORD_LENGTHS),
);

/**
 * A password to compare with the stored one. A text that is too long to be a password is accepted unchanged: a wrong
 * password is not an invalid input.
 */
const normalizePassword = z.overwrite<string>((text) =>
  mayFit(text, LIMITS.passwordMax) ? normalizeText(text) : text,
);

/** @param required - message for a blank name. */
const createFullNameSchema = (required: string) =>
  textSchema({ max: LIMITS.fullName, label: 'Full name', code: 'full_name', required }).check(
    z.overwrite(toSingleLine),
  );

/**
 * Removes invisible format characters, which a pasted address may contain, except the joiners, which some Indic words
 * need.
 */
export const cleanEmail = (email: string): string => email.replace(/(?![\u200c\u200d])\p{Cf}/gu, '').trim();

const removeFormatCharacters = z.overwrite(cleanEmail);

const emailSchema = textSchema({
  max: LIMITS.email,
  label: 'Email',
  code: 'email',
  required: sentence('email_required', 'Email is required'),
}).check(removeFormatCharacters);

/** Email address of a new account. Stored as entered; the API compares addresses case-insensitively. */
const newEmailSchema = emailSchema.check(z.regex(EMAIL_PATTERN, sentence('email_invalid', INVALID_EMAIL)));

export const signupInputSchema = z.object({
  fullName: createFullNameSchema(sentence('full_name_required', 'Full name is required')),
  email: newEmailSchema,
  password: newPasswordSchema,
});
export type SignupInput = z.infer<typeof signupInputSchema>;

/** Checks presence and the length of the address only: a format rule would reveal which credentials cannot exist. */
export const loginInputSchema = z.object({
  email: emailSchema,
  password: z.string(PASSWORD_REQUIRED).check(
    normalizePassword,
    z.refine((text) => text !== '', PASSWORD_REQUIRED),
    z.meta({ minLength: 1 }),
  ),
});
export type LoginInput = z.infer<typeof loginInputSchema>;

export const updateProfileInputSchema = z.object({
  fullName: createFullNameSchema(sentence('name_required', 'Name is required')),
  bio: z.exactOptional(
    textSchema({ max: LIMITS.bio, label: 'The text about you', code: 'bio' }).check(
      z.describe('Absent leaves it unchanged, empty removes it'),
    ),
  ),
  language: z.exactOptional(
    z
      .enum(LANGUAGES, sentence('language_invalid', `language must be one of ${LANGUAGES.join(', ')}`))
      .check(z.describe('Absent leaves it unchanged')),
  ),
  password: z.exactOptional(
    z
      .string(sentence('password_not_text', 'Password must be text'))
      .check(
        ...passwordChecks,
        z.meta({ anyOf: [{ maxLength: 0 }, PASSWORD_LENGTHS] }),
        z.describe('The new password; empty or absent leaves it unchanged'),
      ),
  ),
  profilePic: z.exactOptional(
    imageInputSchema.check(
      z.describe(
        'A data:image/*;base64 URL. Absent or the stored URL leaves the picture unchanged, empty removes it',
      ),
    ),
  ),
  currentPassword: z.exactOptional(
    z
      .string(sentence('current_password_not_text', 'The current password must be text'))
      .check(
        normalizePassword,
        z.describe('Required for a new password when the sign-in is older than 10 minutes'),
      ),
  ),
});
export type UpdateProfileInput = z.infer<typeof updateProfileInputSchema>;

/** Message for a reset link that was used, has expired, was replaced by a newer one, or never existed. */
export const INVALID_RESET_LINK = sentence(
  'reset_link_invalid',
  'This link is no longer valid. Ask whoever runs this site for a new one.',
);

/** Token of a reset link: the user's id and 32 random bytes, in base64url. */
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
  /** True for the session of this request. */
  current: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

export const sessionsResponseSchema = z.object({ sessions: z.array(sessionSchema) });

/** What other users may learn about the user. */
export const privacySchema = z.object({
  /** Hides the user from other users' online lists, and their typing events and receipts from everyone. */
  appearOffline: z.boolean(sentence('appear_offline_invalid', 'appearOffline must be true or false')),
});
export type Privacy = z.infer<typeof privacySchema>;

/** The newsletter box shows one message for an invalid and for a missing address. */
export const subscribeInputSchema = z.object({
  email: z
    .string(INVALID_EMAIL)
    .check(
      z.overwrite(normalizeText),
      removeFormatCharacters,
      z.maxLength(LIMITS.email, INVALID_EMAIL),
      z.regex(EMAIL_PATTERN, INVALID_EMAIL),
    ),
});
