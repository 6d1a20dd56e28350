import { LIMITS } from '@safarnama/contracts';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { FormError } from '../../components/form-error.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { type ApiError, errorMessage } from '../../lib/api-client.ts';
import { DEFAULT_MESSAGES } from '../../lib/default-messages.ts';
import { useAuthStore } from '../../stores/auth.store.ts';
import { AUTH_STRINGS } from './strings.ts';

/** The sign-in form. The route guard redirects after success. */
export function LoginForm() {
  const login = useAuthStore((state) => state.login);
  const endReason = useAuthStore((state) => state.endReason);
  // The sign-up form passes an email address that already has an account.
  const { state }: { state: { email?: string } | null } = useLocation();
  const [isBusy, setIsBusy] = useState(false);
  // Local, because a retried check-auth clears the store's error.
  const [error, setError] = useState<ApiError | null>(null);
  const [missing, setMissing] = useState({ email: false, password: false });

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const email = String(data.get('email') ?? '').trim();
    const password = String(data.get('password') ?? '');
    setMissing({ email: email === '', password: password === '' });
    setError(null);
    if (email === '' || password === '') {
      form.querySelector<HTMLInputElement>(`[name=${email === '' ? 'email' : 'password'}]`)?.focus();
      return;
    }
    setIsBusy(true);
    const isSignedIn = await login({ email, password });
    setIsBusy(false);
    if (!isSignedIn) setError(useAuthStore.getState().errorCause);
  };
  return (
    // The form is prerendered. Until the app runs, `dialog` prevents the browser from submitting the password itself.
    <form onSubmit={handleSubmit} method="dialog" noValidate className="grid gap-5">
      {endReason !== null && (
        <p role="status" className="rounded-control bg-indigo-wash px-4 py-3 text-ink">
          {endReason === 'elsewhere' ? AUTH_STRINGS.signedOutElsewhere : AUTH_STRINGS.sessionExpired}
        </p>
      )}
      <TextField
        label={AUTH_STRINGS.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={state?.email}
        maxLength={LIMITS.email}
        error={missing.email ? AUTH_STRINGS.emailRequired : undefined}
      />
      <PasswordField
        label={AUTH_STRINGS.password}
        name="password"
        autoComplete="current-password"
        required
        error={missing.password ? AUTH_STRINGS.passwordRequired : undefined}
      />
      {/* aria-disabled instead of disabled while busy, so that the button keeps the focus. */}
      <button type="submit" className="button button-primary" aria-disabled={isBusy}>
        {isBusy ? AUTH_STRINGS.signingIn : AUTH_STRINGS.signIn}
      </button>
      <FormError message={error && errorMessage(error, DEFAULT_MESSAGES.login)} />
    </form>
  );
}
