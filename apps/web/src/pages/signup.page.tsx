import { Link, useLocation } from 'react-router-dom';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { AuthFrame } from '../features/auth/auth-frame.tsx';
import { SignupForm } from '../features/auth/signup-form.tsx';

export function SignupPage() {
  const { state } = useLocation();
  usePageTitle('Sign up');
  return (
    <AuthFrame title="Begin your journal" scene="tea-hills">
      <SignupForm />
      <p className="mt-3 text-ink-soft">
        Have an account? {/* The state holds the return location. */}
        <Link to={paths.login} state={state} className="link inline-block py-1">
          Sign in
        </Link>
      </p>
    </AuthFrame>
  );
}
