import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toastFailure } from '../../components/toast-failure.tsx';
import { paths } from '../../config/paths.ts';
import { reportLogout } from '../../lib/logout-channel.ts';
import { useAuthStore } from '../../stores/auth.store.ts';
import { getUserId } from '../../stores/track-user.ts';
import { PROFILE_STRINGS } from './strings.ts';

/** Logs out and goes to the sign-in page, without a return location. */
export function LogoutButton({ onPendingChange }: { onPendingChange: (isPending: boolean) => void }) {
  const logout = useAuthStore((state) => state.logout);
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);

  const handleClick = async () => {
    if (isBusy) return;
    setIsBusy(true);
    onPendingChange(true);
    const userId = getUserId();
    if (await logout()) {
      if (userId !== undefined) reportLogout(userId);
      // No return location, so that the next user starts at home.
      navigate(paths.login, { replace: true });
      return;
    }
    setIsBusy(false);
    onPendingChange(false);
    // No error when another user has signed in, whose account is then shown.
    const { error } = useAuthStore.getState();
    if (error !== null) toastFailure(error);
  };
  return (
    <button type="button" className="button button-danger" aria-disabled={isBusy} onClick={handleClick}>
      {isBusy ? PROFILE_STRINGS.form.loggingOut : PROFILE_STRINGS.form.logout}
    </button>
  );
}
