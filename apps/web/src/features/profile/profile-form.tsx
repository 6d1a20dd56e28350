import type { User } from '@safarnama/contracts';
import { DEFAULT_MESSAGES, LIMITS } from '@safarnama/contracts';
import { Camera } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { Link, useNavigate } from 'react-router-dom';
import { Avatar } from '../../components/avatar.tsx';
import { FormError } from '../../components/form-error.tsx';
import { ImageInput } from '../../components/image-input.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { paths } from '../../config/paths.ts';
import { createFormStash } from '../../lib/form-stash.ts';
import { formatPostDate } from '../../lib/format-date.ts';
import { useAuthStore } from '../../stores/auth.store.ts';
import { useFormStash } from '../../stores/use-form-stash.ts';
import { PROFILE_STRINGS } from './strings.ts';

/** Error codes for a password change that needs the current password. */
const CURRENT_PASSWORD_CODES: readonly string[] = ['current_password_required', 'current_password_wrong'];

interface ProfileFields {
  fullName: string;
  /** A data URL for a new picture, empty to remove the stored one, null for no change. */
  picture: string | null;
  password: string;
  confirmation: string;
}

/** Holds null after a logout, which discards the form. */
const stash = createFormStash<ProfileFields | null>();

/** Name, picture and password of the viewer's account. Both submit buttons send the whole form. */
export function ProfileForm({ user }: { user: User }) {
  const updateProfile = useAuthStore((state) => state.updateProfile);
  const [fields, setFields] = useState<ProfileFields>(
    () => stash.restore(user._id, 'profile') ?? toFields(user),
  );
  const [currentPassword, setCurrentPassword] = useState('');
  /** How often the server has asked for the current password; its field shows from the first time on. */
  const [passwordPrompts, setPasswordPrompts] = useState(0);
  const [nameError, setNameError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const nameInput = useRef<HTMLInputElement>(null);
  const confirmationInput = useRef<HTMLInputElement>(null);
  const currentPasswordInput = useRef<HTMLInputElement>(null);
  const updateFields = (changes: Partial<ProfileFields>) =>
    setFields((previous) => ({ ...previous, ...changes }));

  const getPersonalTerms = useCallback(() => [user.fullName, user.email], [user.fullName, user.email]);

  useFormStash(stash, user._id, 'profile', isLeaving ? null : fields);
  useEffect(() => {
    if (passwordPrompts > 0) currentPasswordInput.current?.focus();
  }, [passwordPrompts]);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const fullName = fields.fullName.trim();
    setFailure(null);
    setNameError(fullName === '' ? PROFILE_STRINGS.nameRequired : undefined);
    if (fullName === '') {
      nameInput.current?.focus();
      return;
    }
    if (fields.password !== fields.confirmation) {
      toast.error(PROFILE_STRINGS.passwordMismatch);
      confirmationInput.current?.focus();
      return;
    }
    setIsBusy(true);
    const result = await updateProfile({
      fullName,
      password: fields.password,
      ...(fields.picture !== null && { profilePic: fields.picture }),
      ...(currentPassword !== '' && { currentPassword }),
    });
    setIsBusy(false);
    if (!result.ok) {
      setFailure(useAuthStore.getState().error ?? DEFAULT_MESSAGES.updateProfile);
      if (CURRENT_PASSWORD_CODES.includes(result.code)) setPasswordPrompts((prompts) => prompts + 1);
      return;
    }
    toast.success('Profile updated!');
    setFields({ fullName, picture: null, password: '', confirmation: '' });
    setCurrentPassword('');
    setPasswordPrompts(0);
  };

  return (
    <form onSubmit={handleSubmit} noValidate className="grid grid-cols-1 gap-8">
      <PhotoField user={user} picture={fields.picture} onChange={(picture) => updateFields({ picture })} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          label="Full name"
          ref={nameInput}
          autoComplete="name"
          dir="auto"
          required
          maxLength={LIMITS.fullName}
          value={fields.fullName}
          error={nameError}
          onChange={(event) => updateFields({ fullName: event.target.value })}
        />
        <TextField label="Email" type="email" value={user.email} readOnly />
      </div>
      <fieldset className="min-w-0">
        <legend className="font-[560] font-display text-2xl">Password</legend>
        <div className="card mt-4 grid grid-cols-1 gap-5 p-5">
          {passwordPrompts > 0 && (
            <PasswordField
              label="Current password"
              ref={currentPasswordInput}
              autoComplete="current-password"
              hint="You signed in a while ago. Please confirm it's you."
              value={currentPassword}
              onChange={(event) => setCurrentPassword(event.target.value)}
            />
          )}
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            <NewPasswordField
              label="New password"
              getPersonalTerms={getPersonalTerms}
              value={fields.password}
              onChange={(event) => updateFields({ password: event.target.value })}
            />
            <PasswordField
              label="Confirm password"
              ref={confirmationInput}
              autoComplete="new-password"
              value={fields.confirmation}
              onChange={(event) => updateFields({ confirmation: event.target.value })}
            />
          </div>
          <div>
            <button type="submit" className="button button-quiet" aria-disabled={isBusy}>
              {PROFILE_STRINGS.changePassword}
            </button>
          </div>
        </div>
      </fieldset>
      <dl className="grid grid-cols-2 gap-4 border-line border-y py-5">
        <div>
          <dt className="text-ink-soft text-sm">Member since</dt>
          <dd className="font-semibold">
            <time dateTime={user.createdAt}>{formatPostDate(user.createdAt)}</time>
          </dd>
        </div>
        <div>
          <dt className="text-ink-soft text-sm">Account status</dt>
          <dd className="font-semibold text-online">Active</dd>
        </div>
      </dl>
      <div>
        <FormError message={failure} />
        <div className="flex flex-wrap items-center gap-3">
          <button type="submit" className="button button-primary" aria-disabled={isBusy}>
            {isBusy ? 'Saving…' : PROFILE_STRINGS.saveChanges}
          </button>
          <LogoutButton onLeaving={setIsLeaving} />
          <Link to={paths.home} className="link py-2 sm:ms-auto">
            Back to home
          </Link>
        </div>
      </div>
    </form>
  );
}

function toFields(user: User): ProfileFields {
  return { fullName: user.fullName, picture: null, password: '', confirmation: '' };
}

interface PhotoFieldProps {
  user: User;
  picture: string | null;
  onChange: (picture: string | null) => void;
}

/** Preview of the profile picture with buttons to choose or remove one. */
function PhotoField({ user, picture, onChange }: PhotoFieldProps) {
  const displayed = picture ?? user.profilePic;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar user={{ ...user, profilePic: displayed }} size="large" />
      <div className="min-w-0 flex-1 basis-40">
        <div className="flex flex-wrap gap-3">
          <ImageInput label="Choose a photo" onPick={onChange} className="button button-quiet">
            <Camera aria-hidden className="size-5" />
            Choose a photo
          </ImageInput>
          {displayed !== '' && (
            <button type="button" className="button button-danger" onClick={() => onChange('')}>
              Remove photo
            </button>
          )}
        </div>
        <p className="mt-2.5 text-ink-soft text-sm" aria-live="polite">
          {photoHint(picture, user.profilePic)}
        </p>
      </div>
    </div>
  );
}

function photoHint(picture: string | null, stored: string): string {
  if (picture === null || picture === stored) return `Up to ${LIMITS.imageBytes / 1_000_000} MB.`;
  return picture === '' ? 'Save to remove your photo.' : 'Save to keep your new photo.';
}

/** Logs out and discards everything that the next user of this device must not see. */
function LogoutButton({ onLeaving }: { onLeaving: (isLeaving: boolean) => void }) {
  const logout = useAuthStore((state) => state.logout);
  const navigate = useNavigate();

  const handleClick = async () => {
    onLeaving(true);
    if (await logout()) {
      // Without a return location: the next user starts at home.
      navigate(paths.login, { replace: true });
      return;
    }
    onLeaving(false);
    toast.error(useAuthStore.getState().error ?? DEFAULT_MESSAGES.logout);
  };
  return (
    <button type="button" className="button button-danger" onClick={handleClick}>
      {PROFILE_STRINGS.logout}
    </button>
  );
}
