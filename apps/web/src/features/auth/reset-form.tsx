import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { resetPassword } from '../../api/reset-password.api.ts';
import { FormError } from '../../components/form-error.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { paths } from '../../config/paths.ts';
import { ApiError, errorMessage } from '../../lib/api-client.ts';
import { isUnconfirmed, type LiveMessage } from '../../lib/failures.ts';
import { useAuthStore } from '../../stores/auth.store.ts';
import { RESET_PASSWORD_STRINGS } from './reset-password-strings.ts';
import { AUTH_STRINGS } from './strings.ts';

/** Format of the tokens from `npm run admin -- reset-password`. */
const TOKEN = /^[\w-]{59}$/;
/** There are no personal terms: the link does not identify the user. */
const getPersonalTerms = () => [];

type Outcome = { isSuccess: boolean; text: LiveMessage };

/**
 * Sets a new password with the token of a reset link. The token is in the URL fragment, which browsers do not send to
 * the server.
 */
export function ResetForm() {
  const { hash } = useLocation();
  // Another link in the same tab starts a new form.
  return <TokenForm key={hash} token={hash.slice(1)} />;
}

function TokenForm({ token }: { token: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<{ isOfField: boolean; message: LiveMessage } | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const field = useRef<HTMLInputElement>(null);
  /** Whether an earlier attempt may have set the password, because it got no response. */
  const mayBeSet = useRef(false);

  const showFieldError = (message: LiveMessage) => {
    setFailure({ isOfField: true, message });
    field.current?.focus();
  };
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const password = field.current?.value ?? '';
    setFailure(null);
    if (password === '') return showFieldError(() => AUTH_STRINGS.passwordRequired);
    setIsBusy(true);
    try {
      await resetPassword({ token, password });
      setOutcome({ isSuccess: true, text: () => RESET_PASSWORD_STRINGS.done });
      // The reset has ended any session of this user in this browser.
      if (useAuthStore.getState().isAuthenticated) void useAuthStore.getState().checkAuth();
    } catch (cause) {
      const message = () => errorMessage(cause, RESET_PASSWORD_STRINGS.failed);
      if (isUnconfirmed(cause)) mayBeSet.current = true;
      const invalidFields =
        cause instanceof ApiError ? cause.fields.map((fieldError) => fieldError.field) : [];
      if (invalidFields.includes('token')) {
        setOutcome({
          isSuccess: false,
          text: mayBeSet.current ? () => RESET_PASSWORD_STRINGS.mayBeSet : message,
        });
      } else if (invalidFields.includes('password')) showFieldError(message);
      else setFailure({ isOfField: false, message });
    } finally {
      setIsBusy(false);
    }
  };

  if (outcome !== null) return <OutcomeMessage outcome={outcome} />;
  if (!TOKEN.test(token))
    return (
      <OutcomeMessage outcome={{ isSuccess: false, text: () => RESET_PASSWORD_STRINGS.incompleteLink }} />
    );
  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-5">
      <p>{RESET_PASSWORD_STRINGS.lead}</p>
      <NewPasswordField
        label={RESET_PASSWORD_STRINGS.label}
        name="password"
        ref={field}
        required
        getPersonalTerms={getPersonalTerms}
        error={failure?.isOfField ? failure.message() : undefined}
      />
      {/* aria-disabled instead of disabled while busy, so that the button keeps the focus. */}
      <button type="submit" className="button button-primary" aria-disabled={isBusy}>
        {isBusy ? RESET_PASSWORD_STRINGS.sending : RESET_PASSWORD_STRINGS.send}
      </button>
      <FormError message={failure && !failure.isOfField ? failure.message() : null} />
      <p>
        <Link to={paths.login} className="link inline-block py-1">
          {RESET_PASSWORD_STRINGS.toLogin}
        </Link>
      </p>
    </form>
  );
}

/** The final message, which replaces the form and receives the focus. */
function OutcomeMessage({ outcome: { isSuccess, text } }: { outcome: Outcome }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  useEffect(() => paragraph.current?.focus(), []);
  return (
    <div className="grid gap-6">
      <p
        ref={paragraph}
        tabIndex={-1}
        role={isSuccess ? 'status' : 'alert'}
        className={`rounded-control px-4 py-3 text-ink ${isSuccess ? 'bg-indigo-wash' : 'bg-danger-wash'}`}
      >
        {text()}
      </p>
      <div>
        <Link to={paths.login} className="button button-primary">
          {RESET_PASSWORD_STRINGS.toLogin}
        </Link>
      </div>
    </div>
  );
}
