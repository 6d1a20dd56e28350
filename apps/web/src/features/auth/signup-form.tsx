import { DEFAULT_MESSAGES, LIMITS } from '@safarnama/contracts';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { FormError } from '../../components/form-error.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useAuthStore } from '../../stores/auth.store.ts';
import { AUTH_STRINGS } from './strings.ts';

type FieldName = 'fullName' | 'email' | 'password';
const REQUIRED: Record<FieldName, string> = {
  fullName: AUTH_STRINGS.fullNameRequired,
  email: AUTH_STRINGS.emailRequired,
  password: AUTH_STRINGS.passwordRequired,
};

/** The sign-up form. Checks for empty fields only; the server validates the rest. */
export function SignupForm() {
  const signup = useAuthStore((state) => state.signup);
  const [isBusy, setIsBusy] = useState(false);
  // Local, because a retried check-auth clears the store's error.
  const [failure, setFailure] = useState<string | null>(null);
  const [errors, setErrors] = useState<Partial<Record<FieldName, string>>>({});

  const form = useRef<HTMLFormElement>(null);
  const getPersonalTerms = useCallback(() => {
    const data = new FormData(form.current ?? undefined);
    return [String(data.get('fullName') ?? ''), String(data.get('email') ?? '')];
  }, []);

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const input = {
      fullName: String(data.get('fullName') ?? '').trim(),
      email: String(data.get('email') ?? '').trim(),
      password: String(data.get('password') ?? ''),
    };
    const names: FieldName[] = ['fullName', 'email', 'password'];
    const missing = names.filter((name) => input[name] === '');
    setErrors(Object.fromEntries(missing.map((name) => [name, REQUIRED[name]])));
    setFailure(null);
    if (missing[0]) {
      form.querySelector<HTMLInputElement>(`[name=${missing[0]}]`)?.focus();
      return;
    }
    setIsBusy(true);
    const isSignedUp = await signup(input);
    setIsBusy(false);
    if (!isSignedUp) setFailure(useAuthStore.getState().error ?? DEFAULT_MESSAGES.signup);
  };
  return (
    <form ref={form} onSubmit={handleSubmit} noValidate className="grid gap-5">
      <TextField
        label="Full name"
        name="fullName"
        autoComplete="name"
        dir="auto"
        required
        maxLength={LIMITS.fullName}
        error={errors.fullName}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={LIMITS.email}
        error={errors.email}
      />
      <NewPasswordField
        label="Password"
        name="password"
        required
        getPersonalTerms={getPersonalTerms}
        error={errors.password}
      />
      {/* aria-disabled instead of disabled while busy, so that the button keeps the focus. */}
      <button type="submit" className="button button-primary" aria-disabled={isBusy}>
        {isBusy ? 'Creating your account…' : AUTH_STRINGS.createAccount}
      </button>
      <FormError message={failure} />
    </form>
  );
}
