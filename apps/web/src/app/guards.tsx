import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { FullScreenSpinner } from '../components/spinner.tsx';
import { paths } from '../config/paths.ts';
import { createReturnState, readReturnLocation } from '../lib/return-location.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { Unreachable } from './unreachable.tsx';

/** Requires a signed-in user: redirects guests to sign-in, which leads back to the same page. */
export function RequireAuth() {
  const userId = useAuthStore((state) => state.user?._id);
  const isAuthenticated = useAuthStore((state) => state.isAuthenticated);
  const isChecked = useAuthStore((state) => state.isChecked);
  const isUnreachable = useAuthStore((state) => state.isUnreachable);
  // Another user may sign in in another tab: the key then resets the page, including all text in its forms.
  if (isAuthenticated) return <Outlet key={userId} />;
  if (!isChecked) return <FullScreenSpinner />;
  // Without a response to the check, the user may be signed in, so do not redirect.
  if (isUnreachable) return <Unreachable />;
  return <RedirectToLogin />;
}

function RedirectToLogin() {
  const location = useLocation();
  // Only once: during the navigation, the URL is already that of sign-in.
  const [state] = useState(() => {
    const { pathname, search } = window.location;
    // The form of a draft that became a new one changes the URL without the router.
    return createReturnState(pathname === location.pathname ? { ...location, search } : location);
  });
  return <Navigate to={paths.login} replace state={state} />;
}

/** Renders the page for guests too, as soon as it is known whether there is a session. */
export function AwaitSession() {
  const userId = useAuthStore((state) => state.user?._id);
  const isChecked = useAuthStore((state) => state.isChecked);
  const isUnreachable = useAuthStore((state) => state.isUnreachable);
  if (userId !== undefined) return <Outlet key={userId} />;
  if (!isChecked) return <FullScreenSpinner />;
  return isUnreachable ? <Unreachable /> : <Outlet />;
}

/**
 * Requires a guest: redirects signed-in users to the page they came from or to home, including right after login or
 * sign-up.
 */
export function RequireGuest() {
  const location = useLocation();
  const isAuthenticated = useAuthStore((state) => state.isAuthenticated);
  if (!isAuthenticated) return <Outlet />;
  const returnLocation = readReturnLocation(location.state);
  return <Navigate to={returnLocation?.to ?? paths.home} replace state={returnLocation?.state ?? null} />;
}
