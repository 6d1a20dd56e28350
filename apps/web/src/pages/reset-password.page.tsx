import { usePageTitle } from '../components/use-page-title.ts';
import { AuthFrame } from '../features/auth/auth-frame.tsx';
import { ResetForm } from '../features/auth/reset-form.tsx';
import { RESET_PASSWORD_STRINGS } from '../features/auth/reset-password-strings.ts';

export function ResetPasswordPage() {
  usePageTitle(RESET_PASSWORD_STRINGS.title);
  return (
    <AuthFrame title={RESET_PASSWORD_STRINGS.title} scene="ghats">
      <ResetForm />
    </AuthFrame>
  );
}
