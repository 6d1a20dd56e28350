import type { SignupInput } from '@safarnama/contracts';
import { type ChangeEvent, type FormEvent, useCallback, useRef, useState } from 'react';
import { getLanguage } from '../../i18n/language.ts';
import { chooseLanguage } from '../../i18n/language-choice.ts';
import { type ApiError, errorMessage } from '../../lib/api-client.ts';
import { DEFAULT_MESSAGES } from '../../lib/default-messages.ts';
import { fieldMessages } from '../../lib/failures.ts';
import { useAuthStore } from '../../stores/auth.store.ts';
import { type SignupErrors, validateSignup } from './validate-signup.ts';

const FIELDS = ['fullName', 'email', 'password'] as const;

/** State and actions of the sign-up form, whose fields are uncontrolled. */
export function useSignupForm() {
  const signup = useAuthStore((state) => state.signup);
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  // Local, because a retried check-auth clears the store's error.
  const [error, setError] = useState<ApiError | null>(null);
  const [errors, setErrors] = useState<SignupErrors>({});
  const [takenEmail, setTakenEmail] = useState<string | null>(null);

  const getPersonalTerms = useCallback(() => {
    const { fullName, email } = readInput(form.current);
    return [fullName, email];
  }, []);

  /** @returns whether any field is invalid; the first invalid field receives the focus. */
  const showErrors = (invalid: SignupErrors): boolean => {
    setErrors(invalid);
    const first = FIELDS.find((name) => invalid[name] !== undefined);
    if (first === undefined) return false;
    form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    return true;
  };

  return {
    form,
    isBusy,
    /** Error message of the last attempt, if it belongs to no field. */
    failure: error && errorMessage(error, DEFAULT_MESSAGES.signup),
    errors,
    /** The entered email address when it already has an account. */
    takenEmail,
    getPersonalTerms,

    async handleSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
      event.preventDefault();
      if (isBusy) return;
      const input = readInput(event.currentTarget);
      setError(null);
      setTakenEmail(null);
      if (showErrors(validateSignup(input))) return;
      setIsBusy(true);
      const language = getLanguage();
      const isSignedUp = await signup(input);
      setIsBusy(false);
      const { user, errorCause } = useAuthStore.getState();
      if (isSignedUp) {
        // A server on another host does not receive the cookie with the language of the page.
        if (user?.language !== language) void chooseLanguage(language);
        return;
      }
      if (errorCause?.code === 'email_taken') setTakenEmail(input.email);
      if (!showErrors(fieldMessages(errorCause, FIELDS))) setError(errorCause);
    },

    /** Removes the error of a corrected field; new errors appear only on the next attempt. */
    handleChange({ currentTarget, target }: ChangeEvent<HTMLFormElement>): void {
      const invalid = validateSignup(readInput(currentTarget));
      const name = FIELDS.find((field) => field === target.name);
      if (name === undefined) return;
      setErrors(({ [name]: previous, ...others }) => {
        const current = previous === undefined ? undefined : invalid[name];
        return current === undefined ? others : { ...others, [name]: current };
      });
      if (name === 'email') setTakenEmail(null);
    },
  };
}

function readInput(form: HTMLFormElement | null): SignupInput {
  const data = new FormData(form ?? undefined);
  return {
    fullName: String(data.get('fullName') ?? '').trim(),
    email: String(data.get('email') ?? '').trim(),
    password: String(data.get('password') ?? ''),
  };
}
