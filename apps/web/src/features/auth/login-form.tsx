import { LIMITS } from '@safarnama/contracts';
import { type FormEvent, useState } from 'react';
import { PasswordField } from '../../components/password-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useAuthStore } from '../../stores/auth.store.ts';
import { AuthError } from './auth-error.tsx';

/** Where to go afterwards is the route guard's: it sends the signed-in back to where they were going. */
export function LoginForm() {
  const login = useAuthStore((state) => state.login);
  const [isBusy, setIsBusy] = useState(false);
  const [hasTried, setHasTried] = useState(false);
  const [errors, setErrors] = useState<{ email?: string; password?: string }>({});

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const email = String(data.get('email') ?? '').trim();
    const password = String(data.get('password') ?? '');
    const found = {
      ...(email === '' && { email: 'Email is required' }),
      ...(password === '' && { password: 'Password is required' }),
    };
    setErrors(found);
    if (found.email || found.password) {
      form.querySelector<HTMLInputElement>(`[name=${found.email ? 'email' : 'password'}]`)?.focus();
      return;
    }
    setHasTried(true);
    setIsBusy(true);
    await login({ email, password });
    setIsBusy(false);
  };
  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-5">
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
        autoComplete="current-password"
        error={errors.password}
      />
      <button type="submit" className="button button-primary" disabled={isBusy}>
        {isBusy ? 'Signing in…' : 'Sign in'}
      </button>
      <AuthError isShown={hasTried && !isBusy} />
    </form>
  );
}
