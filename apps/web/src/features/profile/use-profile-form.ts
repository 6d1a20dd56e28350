import type { User } from '@safarnama/contracts';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { toast } from '../../components/toast.ts';
import { usePictureReader } from '../../components/use-picture-reader.ts';
import type { LiveMessage } from '../../lib/failures.ts';
import { createFormStash } from '../../lib/form-stash.ts';
import { trackUser } from '../../stores/track-user.ts';
import { useFormStash } from '../../stores/use-form-stash.ts';
import { useLeaveGuard } from '../../stores/use-leave-guard.ts';
import { isChanged, type ProfileErrors, type ProfileFields, saveProfile, UNCHANGED } from './save-profile.ts';
import { PROFILE_STRINGS } from './strings.ts';
import { toastSaved } from './toast-saved.tsx';

const MISMATCH_TOAST_ID = 'password-mismatch';
/** `name` of the submit button under the password fields. */
export const PASSWORD_BUTTON = 'change-password';

/** The last attempt to save, if it failed. */
interface FailedAttempt {
  fields: ProfileFields;
  errors: ProfileErrors;
  failure: LiveMessage | null;
  unconfirmedPassword: string;
  /** The section of the pressed button, which shows the failure. */
  section: 'password' | 'form';
}

/** Contains null after a logout, since the input is then discarded. */
const stash = createFormStash<ProfileFields | null>();

/** State and actions of the profile form. Both submit buttons send the whole form. */
export function useProfileForm(user: User) {
  const [fields, setFields] = useState(() => stash.restore(user._id, 'profile') ?? UNCHANGED);
  const [attempt, setAttempt] = useState<FailedAttempt | null>(null);
  const [needsCurrentPassword, setNeedsCurrentPassword] = useState(fields.currentPassword !== '');
  const [isBusy, setIsBusy] = useState(false);
  const [isLoggingOut, setIsLoggingOut] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const updateFields = (changes: Partial<ProfileFields>) =>
    setFields((previous) => ({ ...previous, ...changes }));
  const photo = usePictureReader((profilePic) => updateFields({ profilePic }), 'avatar');
  /** The pressed button, while saving waits for the photo that is being read. */
  const [awaiting, setAwaiting] = useState<{ submitter: HTMLElement | null } | null>(null);
  useFormStash(stash, user._id, 'profile', isLoggingOut ? null : fields);
  const guard = useLeaveGuard(isChanged(fields, user) || photo.isReading);

  // A layout effect, so that the error and the focus appear in the same frame.
  useLayoutEffect(() => {
    if (attempt !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);
  const isMatching = fields.password === fields.confirmation;
  useEffect(() => {
    if (isMatching) toast.dismiss(MISMATCH_TOAST_ID);
  }, [isMatching]);

  useEffect(() => {
    if (awaiting !== null && !photo.isReading) form.current?.requestSubmit(awaiting.submitter);
  }, [awaiting, photo.isReading]);

  const readPhoto = async (file: File) => {
    // A rejected file shows a toast, and the user decides what to save.
    if (!(await photo.read(file))) setAwaiting(null);
  };
  const removePhoto = () => {
    photo.cancel();
    // The user decides again what to save.
    setAwaiting(null);
    updateFields({ profilePic: '' });
  };
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setAwaiting(photo.isReading ? { submitter: getSubmitter(event) } : null);
    if (photo.isReading) return;
    const section = isPasswordButton(event) ? 'password' : 'form';
    setAttempt(null);
    setIsBusy(true);
    const isSessionOver = trackUser();
    const problem = await saveProfile(fields, attempt?.unconfirmedPassword ?? '');
    if (isSessionOver()) return;
    setIsBusy(false);
    if (problem !== null) {
      if (problem.errors.confirmation !== undefined) {
        toast.error(PROFILE_STRINGS.form.passwordMismatch, { id: MISMATCH_TOAST_ID });
      }
      if (problem.errors.currentPassword !== undefined) setNeedsCurrentPassword(true);
      setAttempt({ fields, section, ...problem });
      return;
    }
    toastSaved(fields.password !== '');
    setNeedsCurrentPassword(false);
    setFields((current) => withoutSaved(current, fields));
  };

  return {
    form,
    fields,
    errors: visibleErrors(attempt, fields),
    /** Error message of the last attempt, if it belongs to no field. */
    failure: attempt?.failure?.() ?? null,
    failureSection: attempt?.section ?? 'form',
    /** Whether the server has required the current password. */
    needsCurrentPassword,
    isBusy: isBusy || awaiting !== null,
    isReadingPhoto: photo.isReading,
    guard,
    setIsLoggingOut,
    updateFields,
    readPhoto,
    removePhoto,
    handleSubmit,
  };
}

/** Resets the fields that are saved; keeps changes made while the request was pending. */
function withoutSaved(current: ProfileFields, saved: ProfileFields): ProfileFields {
  const keep = <Name extends keyof ProfileFields>(name: Name): ProfileFields[Name] =>
    (current[name] === saved[name] ? UNCHANGED : current)[name];
  return {
    fullName: keep('fullName'),
    bio: keep('bio'),
    profilePic: keep('profilePic'),
    password: keep('password'),
    confirmation: keep('confirmation'),
    currentPassword: keep('currentPassword'),
  };
}

/** Errors of fields that are unchanged since the attempt; the error of the confirmation stays until it matches. */
function visibleErrors(attempt: FailedAttempt | null, fields: ProfileFields): ProfileErrors {
  if (attempt === null) return {};
  const errors = { ...attempt.errors };
  if (fields.password === fields.confirmation) delete errors.confirmation;
  for (const name of ['fullName', 'bio', 'profilePic', 'password', 'currentPassword'] as const) {
    if (fields[name] !== attempt.fields[name]) delete errors[name];
  }
  return errors;
}

function getSubmitter({ nativeEvent }: FormEvent): HTMLElement | null {
  return nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
}

function isPasswordButton(event: FormEvent): boolean {
  const submitter = getSubmitter(event);
  return submitter instanceof HTMLButtonElement && submitter.name === PASSWORD_BUTTON;
}
