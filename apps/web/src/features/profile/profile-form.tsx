import type { User } from '@safarnama/contracts';
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { FormError } from '../../components/form-error.tsx';
import { LeaveDialog } from '../../components/leave-dialog.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { paths } from '../../config/paths.ts';
import { formatPostDate } from '../../lib/format-date.ts';
import { BioField } from './bio-field.tsx';
import { LogoutButton } from './logout-button.tsx';
import { PhotoField } from './photo-field.tsx';
import { PROFILE_STRINGS } from './strings.ts';
import { PASSWORD_BUTTON, useProfileForm } from './use-profile-form.ts';

/** The form for the name, picture, bio and password of the user's account. */
export function ProfileForm({ user }: { user: User }) {
  const profileForm = useProfileForm(user);
  const { fields, errors, failure, isBusy, guard, updateFields } = profileForm;
  return (
    <form
      ref={profileForm.form}
      onSubmit={(event) => void profileForm.handleSubmit(event)}
      noValidate
      className="grid grid-cols-1 gap-8"
    >
      <PhotoField
        user={user}
        picture={fields.profilePic}
        isReading={profileForm.isReadingPhoto}
        error={errors.profilePic?.()}
        onFile={(file) => void profileForm.readPhoto(file)}
        onRemove={profileForm.removePhoto}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          label={PROFILE_STRINGS.form.fullName}
          autoComplete="name"
          dir="auto"
          required
          value={fields.fullName ?? user.fullName}
          error={errors.fullName?.()}
          onChange={(event) => updateFields({ fullName: event.target.value })}
        />
        <TextField label={PROFILE_STRINGS.form.email} type="email" value={user.email} readOnly />
      </div>
      <BioField
        bio={fields.bio ?? user.bio}
        error={errors.bio?.()}
        onChange={(bio) => updateFields({ bio })}
      />
      <PasswordSection user={user} profileForm={profileForm} />
      <dl className="grid grid-cols-2 gap-4 border-line border-y py-5">
        <div>
          <dt className="text-ink-soft text-sm">{PROFILE_STRINGS.form.memberSince}</dt>
          <dd className="font-semibold">
            <time dateTime={user.createdAt}>{formatPostDate(user.createdAt)}</time>
          </dd>
        </div>
        <div>
          <dt className="text-ink-soft text-sm">{PROFILE_STRINGS.form.accountStatus}</dt>
          <dd className="font-semibold text-online">{PROFILE_STRINGS.form.active}</dd>
        </div>
      </dl>
      <div>
        <div className="has-[p]:mb-4">
          <FormError message={profileForm.failureSection === 'form' ? failure : null} />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <button type="submit" className="button button-primary" aria-disabled={isBusy}>
            {isBusy ? PROFILE_STRINGS.form.saving : PROFILE_STRINGS.form.saveChanges}
          </button>
          <LogoutButton onPendingChange={profileForm.setIsLoggingOut} />
          <Link to={paths.home} className="link py-2 sm:ms-auto">
            {PROFILE_STRINGS.form.toHome}
          </Link>
        </div>
      </div>
      {guard.isConfirming && (
        <LeaveDialog stayLabel={PROFILE_STRINGS.form.stay} onStay={guard.stay} onLeave={guard.leave} />
      )}
    </form>
  );
}

interface PasswordSectionProps {
  user: User;
  profileForm: ReturnType<typeof useProfileForm>;
}

/** The password fields, with a separate button and error. */
function PasswordSection({ user: { fullName, email }, profileForm }: PasswordSectionProps) {
  const { fields, errors, failure, isBusy, updateFields } = profileForm;
  const getPersonalTerms = useCallback(() => [fullName, email], [fullName, email]);
  return (
    <fieldset className="min-w-0">
      <legend className="font-[560] font-display text-2xl">{PROFILE_STRINGS.form.password}</legend>
      <div className="card mt-4 grid grid-cols-1 gap-5 p-5">
        {profileForm.needsCurrentPassword && (
          <PasswordField
            label={PROFILE_STRINGS.form.currentPassword}
            autoComplete="current-password"
            hint={PROFILE_STRINGS.form.currentPasswordHint}
            value={fields.currentPassword}
            error={errors.currentPassword?.()}
            onChange={(event) => updateFields({ currentPassword: event.target.value })}
          />
        )}
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <NewPasswordField
            label={PROFILE_STRINGS.form.newPassword}
            getPersonalTerms={getPersonalTerms}
            value={fields.password}
            error={errors.password?.()}
            onChange={(event) => updateFields({ password: event.target.value })}
          />
          <PasswordField
            label={PROFILE_STRINGS.form.confirmPassword}
            autoComplete="new-password"
            value={fields.confirmation}
            error={errors.confirmation?.()}
            onChange={(event) => updateFields({ confirmation: event.target.value })}
          />
        </div>
        <div>
          <div className="has-[p]:mb-4">
            <FormError message={profileForm.failureSection === 'password' ? failure : null} />
          </div>
          <button type="submit" name={PASSWORD_BUTTON} className="button button-quiet" aria-disabled={isBusy}>
            {PROFILE_STRINGS.form.changePassword}
          </button>
        </div>
      </div>
    </fieldset>
  );
}
