import { Link, useLocation } from 'react-router-dom';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { AuthFrame } from '../features/auth/auth-frame.tsx';
import { SignupForm } from '../features/auth/signup-form.tsx';
import { SIGNUP_STRINGS } from '../features/auth/signup-strings.ts';
import { AUTH_STRINGS } from '../features/auth/strings.ts';

export function SignupPage() {
  const { state } = useLocation();
  usePageTitle(AUTH_STRINGS.signUp);
  return (
    <AuthFrame title={SIGNUP_STRINGS.signUpTitle} scene="tea-hills">
      <SignupForm />
      <p className="mt-3 text-ink-soft">
        {SIGNUP_STRINGS.haveAccount} {/* The state holds the return location. */}
        <Link to={paths.login} state={state} className="link inline-block py-1">
          {AUTH_STRINGS.signIn}
        </Link>
      </p>
    </AuthFrame>
  );
}
