import { LIMITS } from '@safarnama/contracts';
import { Link, useLocation } from 'react-router-dom';
import { FormError } from '../../components/form-error.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { paths } from '../../config/paths.ts';
import { SIGNUP_STRINGS } from './signup-strings.ts';
import { AUTH_STRINGS } from './strings.ts';
import { useSignupForm } from './use-signup-form.ts';

/** The sign-up form. Shows all invalid fields together, whether the form or the server has detected them. */
export function SignupForm() {
  const { form, isBusy, failure, errors, takenEmail, getPersonalTerms, handleSubmit, handleChange } =
    useSignupForm();
  const { state } = useLocation();
  return (
    // The form is prerendered. Until the app runs, `dialog` prevents the browser from submitting the password itself.
    <form
      ref={form}
      onSubmit={(event) => void handleSubmit(event)}
      onChange={handleChange}
      method="dialog"
      noValidate
      className="grid gap-5"
    >
      <TextField
        label={SIGNUP_STRINGS.fullName}
        name="fullName"
        autoComplete="name"
        dir="auto"
        required
        error={errors.fullName?.()}
      />
      <div>
        <TextField
          label={AUTH_STRINGS.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={LIMITS.email}
          error={errors.email?.()}
        />
        {takenEmail !== null && (
          <p className="mt-1 text-sm">
            <Link to={paths.login} state={{ ...state, email: takenEmail }} className="link inline-block py-1">
              {SIGNUP_STRINGS.signInInstead}
            </Link>
          </p>
        )}
      </div>
      <NewPasswordField
        label={AUTH_STRINGS.password}
        name="password"
        required
        getPersonalTerms={getPersonalTerms}
        error={errors.password?.()}
      />
      {/* aria-disabled instead of disabled while busy, so that the button keeps the focus. */}
      <button type="submit" className="button button-primary" aria-disabled={isBusy}>
        {isBusy ? SIGNUP_STRINGS.creatingAccount : SIGNUP_STRINGS.createAccount}
      </button>
      <FormError message={failure} />
    </form>
  );
}
