import { Link, useLocation } from 'react-router-dom';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { AuthFrame } from '../features/auth/auth-frame.tsx';
import { LoginForm } from '../features/auth/login-form.tsx';
import { AUTH_STRINGS } from '../features/auth/strings.ts';

export function LoginPage() {
  const { state } = useLocation();
  usePageTitle(AUTH_STRINGS.signIn);
  return (
    <AuthFrame title={AUTH_STRINGS.siteTitle} scene="ghats">
      <LoginForm />
      <p className="mt-3 text-ink-soft">
        {AUTH_STRINGS.newHere} {/* The state holds the return location. */}
        <Link to={paths.signup} state={state} className="link inline-block py-1">
          {AUTH_STRINGS.signUp}
        </Link>
      </p>
      <p className="mt-4 text-ink-soft text-sm">
        <span className="font-semibold">{AUTH_STRINGS.forgotPassword}</span> {AUTH_STRINGS.forgotPasswordHelp}
      </p>
    </AuthFrame>
  );
}
