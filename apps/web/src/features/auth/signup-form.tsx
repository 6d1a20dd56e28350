import { LIMITS } from '@safarnama/contracts';
import { type FormEvent, useState } from 'react';
import { PasswordField } from '../../components/password-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useAuthStore } from '../../stores/auth.store.ts';
import { AuthError } from './auth-error.tsx';

type FieldName = 'fullName' | 'email' | 'password';
const REQUIRED: Record<FieldName, string> = {
  fullName: 'Full name is required',
  email: 'Email is required',
  password: 'Password is required',
};

/** Only presence is checked here: what else a name or a password must be, the server says. */
export function SignupForm() {
  const signup = useAuthStore((state) => state.signup);
  const [isBusy, setIsBusy] = useState(false);
  const [hasTried, setHasTried] = useState(false);
  const [errors, setErrors] = useState<Partial<Record<FieldName, string>>>({});

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
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
    if (missing[0]) {
      form.querySelector<HTMLInputElement>(`[name=${missing[0]}]`)?.focus();
      return;
    }
    setHasTried(true);
    setIsBusy(true);
    await signup(input);
    setIsBusy(false);
  };
  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-5">
      <TextField
        label="Full name"
        name="fullName"
        autoComplete="name"
        maxLength={LIMITS.fullName}
        error={errors.fullName}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        maxLength={LIMITS.email}
        error={errors.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={`At least ${LIMITS.passwordMin} characters, in any script.`}
        error={errors.password}
      />
      <button type="submit" className="button button-primary" disabled={isBusy}>
        {isBusy ? 'Creating your account…' : 'Create Account'}
      </button>
      <AuthError isShown={hasTried && !isBusy} />
    </form>
  );
}
