import type { User } from '@safarnama/contracts';
import { codePointLength, LIMITS, normalizeText } from '@safarnama/contracts';
import * as authApi from '../../api/auth.api.ts';
import { errorMessage } from '../../lib/api-client.ts';
import { startAttempt } from '../../lib/attempt.ts';
import { DEFAULT_MESSAGES } from '../../lib/default-messages.ts';
import { fieldMessages, isUnconfirmed, type LiveMessage } from '../../lib/failures.ts';
import { useAuthStore } from '../../stores/auth.store.ts';
import { useBlogStore } from '../../stores/blog.store.ts';
import { withSavedProfile } from '../../stores/lazy-transitions.ts';
import { PROFILE_STRINGS } from './strings.ts';

/** Error codes for a password change that needs the current password. */
const CURRENT_PASSWORD_CODES: readonly string[] = ['current_password_required', 'current_password_wrong'];
const SERVER_FIELDS = ['fullName', 'bio', 'profilePic', 'password'] as const;

/** Values of the profile form; null for no change, since the account may be changed on another device. */
export interface ProfileFields {
  fullName: string | null;
  bio: string | null;
  /** A data URL for a new picture, empty to remove the stored picture. */
  profilePic: string | null;
  password: string;
  confirmation: string;
  currentPassword: string;
}

export type ProfileErrors = Partial<Record<keyof ProfileFields, LiveMessage>>;

/** Why the profile was not saved: errors of fields, otherwise an error that belongs to no field. */
interface SaveProblem {
  errors: ProfileErrors;
  failure: LiveMessage | null;
  /** A new password that may be stored, because there was no response to an attempt to save it; empty for none. */
  unconfirmedPassword: string;
}

export const UNCHANGED: ProfileFields = {
  fullName: null,
  bio: null,
  profilePic: null,
  password: '',
  confirmation: '',
  currentPassword: '',
};

export function isChanged(fields: ProfileFields, user: User): boolean {
  const { fullName, bio, profilePic, password, confirmation } = fields;
  const isNewPicture = profilePic !== null && profilePic !== user.profilePic;
  const isNewText = isNew(fullName, user.fullName) || isNew(bio, user.bio);
  return isNewText || isNewPicture || password !== '' || confirmation !== '';
}

function isNew(text: string | null, stored: string | undefined): text is string {
  return text !== null && text.trim() !== stored;
}

/** Counts the characters of a bio as the server does. */
export function countBioCharacters(bio: string): number {
  return codePointLength(normalizeText(bio.trim()));
}

/**
 * Validates the fields and sends them.
 *
 * @param unconfirmedPassword - from the last attempt, if it failed; otherwise empty.
 * @returns null when they are saved.
 */
export async function saveProfile(
  fields: ProfileFields,
  unconfirmedPassword: string,
): Promise<SaveProblem | null> {
  const invalid = validate(fields);
  if (Object.keys(invalid).length > 0) return { errors: invalid, failure: null, unconfirmedPassword };

  const { fullName, bio, profilePic, password, currentPassword } = fields;
  const { user, updateProfile } = useAuthStore.getState();
  const changes = {
    ...(isNew(fullName, user?.fullName) && { fullName: fullName.trim() }),
    ...(isNew(bio, user?.bio) && { bio: bio.trim() }),
    password,
    ...(profilePic !== null && { profilePic }),
  };
  const send = profilePic ? sendPhoto : undefined;
  let isSaved = await updateProfile({ ...changes, ...(currentPassword !== '' && { currentPassword }) }, send);
  const isWrong = getErrorCode() === 'current_password_wrong';
  // If the earlier attempt has stored the new password, that is the current one.
  if (isWrong && password === unconfirmedPassword) {
    isSaved = await updateProfile({ ...changes, currentPassword: password }, send);
  }
  if (isSaved) {
    const { user: saved } = useAuthStore.getState();
    // The Back button shows the lists without loading them again.
    if (saved) useBlogStore.setState((state) => withSavedProfile(state, saved));
    return null;
  }

  const { errorCause } = useAuthStore.getState();
  const message = () => errorMessage(errorCause, DEFAULT_MESSAGES.updateProfile);
  const errors: ProfileErrors = CURRENT_PASSWORD_CODES.includes(getErrorCode())
    ? { currentPassword: message }
    : fieldMessages(errorCause, SERVER_FIELDS);
  return {
    errors,
    failure: Object.keys(errors).length > 0 ? null : message,
    unconfirmedPassword: isUnconfirmed(errorCause) ? password : unconfirmedPassword,
  };
}

/** The code of the error that has rejected the last update; empty for another failure or none. */
function getErrorCode(): string {
  return useAuthStore.getState().errorCause?.code ?? '';
}

/** Sends a new photo for as long as the upload makes progress, which may take minutes on a slow network. */
async function sendPhoto(body: Parameters<typeof authApi.updateProfile>[0]): Promise<User> {
  const { signal, recordProgress, abortable, end } = startAttempt(true);
  try {
    // The script that sends the request may still be loading, which the signal does not abort.
    return await abortable(authApi.updateProfile(body, { signal, onProgress: recordProgress }));
  } finally {
    end();
  }
}

function validate({ fullName, bio, password, confirmation }: ProfileFields): ProfileErrors {
  return {
    ...(countBioCharacters(bio ?? '') > LIMITS.bio && {
      bio: () => PROFILE_STRINGS.form.bioTooLong({ limit: LIMITS.bio }),
    }),
    ...(fullName?.trim() === '' && { fullName: () => PROFILE_STRINGS.form.nameRequired }),
    ...(password !== confirmation && { confirmation: () => PROFILE_STRINGS.form.differentConfirmation }),
  };
}
