import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { FullScreenSpinner } from '../components/spinner.tsx';
import { paths } from '../config/paths.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { readReturnLocation, saveReturnLocation } from './return-location.ts';
import { Unreachable } from './unreachable.tsx';

/** Requires a signed-in user: redirects guests to sign-in, from where they return to the same page. */
export function RequireAuth() {
  const location = useLocation();
  const userId = useAuthStore((state) => state.user?._id);
  const isAuthenticated = useAuthStore((state) => state.isAuthenticated);
  const isChecked = useAuthStore((state) => state.isChecked);
  const isUnreachable = useAuthStore((state) => state.isUnreachable);
  // Another user may sign in in another tab: the key resets the page with everything typed in it.
  if (isAuthenticated) return <Outlet key={userId} />;
  if (!isChecked) return <FullScreenSpinner />;
  // Without a response the user may well be signed in, so this is no reason to redirect.
  if (isUnreachable) return <Unreachable />;
  return <Navigate to={paths.login} replace state={saveReturnLocation(location)} />;
}

/** Requires a guest: redirects signed-in users to where they were going, or home. Login and sign-up end here. */
export function RequireGuest() {
  const location = useLocation();
  const isAuthenticated = useAuthStore((state) => state.isAuthenticated);
  if (!isAuthenticated) return <Outlet />;
  const returnLocation = readReturnLocation(location.state);
  return <Navigate to={returnLocation?.to ?? paths.home} replace state={returnLocation?.state ?? null} />;
}
