import type { User } from '@safarnama/contracts';
import { LIMITS } from '@safarnama/contracts';
import { Camera } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import toast from 'react-hot-toast';
import { Link, useNavigate } from 'react-router-dom';
import { Avatar } from '../../components/avatar.tsx';
import { ImageInput } from '../../components/image-input.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { paths } from '../../config/paths.ts';
import { formatPostDate } from '../../lib/format-date.ts';
import { useAuthStore } from '../../stores/auth.store.ts';

/** The server's codes for a password change of a login that is not fresh. */
const ASKS_PASSWORD: readonly string[] = ['current_password_required', 'current_password_wrong'];

/** Name, picture and password of one's own account. Both buttons send the same form. */
export function ProfileForm({ user }: { user: User }) {
  const { updateProfile, logout } = useAuthStore();
  const navigate = useNavigate();
  const [fullName, setFullName] = useState(user.fullName);
  /** A picked picture as a data URL, empty to remove the stored one, null to leave it. */
  const [picture, setPicture] = useState<string | null>(null);
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  const [asksPassword, setAsksPassword] = useState(false);
  const [nameError, setNameError] = useState<string>();
  const [saveError, setSaveError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setNameError(fullName.trim() === '' ? 'Name is required' : undefined);
    if (fullName.trim() === '') return;
    if (password !== confirmation) {
      toast.error('Passwords do not match');
      return;
    }
    setSaveError(null);
    setIsBusy(true);
    const result = await updateProfile({
      fullName: fullName.trim(),
      password,
      ...(picture !== null && { profilePic: picture }),
      ...(asksPassword && currentPassword !== '' && { currentPassword }),
    });
    setIsBusy(false);
    if (!result.ok) {
      setSaveError(useAuthStore.getState().error);
      if (ASKS_PASSWORD.includes(result.code)) setAsksPassword(true);
      return;
    }
    toast.success('Profile updated!');
    setPicture(null);
    setPassword('');
    setConfirmation('');
    setCurrentPassword('');
    setAsksPassword(false);
  };

  const handleLogout = async () => {
    if (await logout()) {
      // Without the kept origin: the next person to sign in here starts at home.
      navigate(paths.login, { replace: true });
    } else {
      toast.error(useAuthStore.getState().error ?? 'Logout Failed');
    }
  };

  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-8">
      <div className="flex flex-wrap items-center gap-6">
        <Avatar person={{ ...user, profilePic: picture ?? user.profilePic }} size="large" />
        <div className="flex flex-wrap gap-3">
          <ImageInput label="Choose a photo" onPick={setPicture} className="button button-quiet">
            <Camera aria-hidden className="size-5" />
            Choose a photo
          </ImageInput>
          {(picture ?? user.profilePic) !== '' && (
            <button type="button" className="button button-danger" onClick={() => setPicture('')}>
              Remove photo
            </button>
          )}
        </div>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Full name"
          autoComplete="name"
          required
          maxLength={LIMITS.fullName}
          value={fullName}
          error={nameError}
          onChange={(event) => setFullName(event.target.value)}
        />
        <TextField label="Email" type="email" value={user.email} readOnly />
      </div>
      <fieldset className="card grid gap-5 p-5">
        <legend className="px-1.5 font-display font-semibold text-lg">Password</legend>
        {asksPassword && (
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            hint="You signed in a while ago: please confirm that it is you."
            value={currentPassword}
            onChange={(event) => setCurrentPassword(event.target.value)}
          />
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <PasswordField
            label="New password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <PasswordField
            label="Confirm password"
            autoComplete="new-password"
            value={confirmation}
            onChange={(event) => setConfirmation(event.target.value)}
          />
        </div>
        <div>
          <button type="submit" className="button button-quiet" disabled={isBusy || password === ''}>
            Change Password
          </button>
        </div>
      </fieldset>
      <dl className="grid grid-cols-2 gap-4 border-line border-y py-5">
        <div>
          <dt className="text-ink-soft text-sm">Member since</dt>
          <dd className="font-semibold">{formatPostDate(user.createdAt)}</dd>
        </div>
        <div>
          <dt className="text-ink-soft text-sm">Account status</dt>
          <dd className="font-semibold text-online">Active</dd>
        </div>
      </dl>
      <div role="alert">
        {saveError !== null && (
          <p className="rounded-control bg-danger-wash px-4 py-3 text-danger">{saveError}</p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {isBusy ? 'Saving…' : 'Save Changes'}
        </button>
        <button type="button" className="button button-danger" onClick={handleLogout}>
          Logout
        </button>
        <Link to={paths.home} className="link ms-auto py-2">
          Back to home
        </Link>
      </div>
    </form>
  );
}
