import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { FullScreenSpinner } from '../components/spinner.tsx';
import { paths } from '../config/paths.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { readReturnLocation, saveReturnLocation } from './return-location.ts';
import { Unreachable } from './unreachable.tsx';

/** For the signed-in: a guest goes to sign in, and comes back to the same place afterwards. */
export function RequireAuth() {
  const location = useLocation();
  const userId = useAuthStore((state) => state.user?._id);
  const isAuthenticated = useAuthStore((state) => state.isAuthenticated);
  const isChecked = useAuthStore((state) => state.isChecked);
  const isUnreachable = useAuthStore((state) => state.isUnreachable);
  // In another tab somebody else may sign in: the page of the one is not the other's, with what stands in it.
  if (isAuthenticated) return <Outlet key={userId} />;
  if (!isChecked) return <FullScreenSpinner />;
  // Nobody said that this person is not signed in: sending them to sign in would be wrong.
  if (isUnreachable) return <Unreachable />;
  return <Navigate to={paths.login} replace state={saveReturnLocation(location)} />;
}

/** For guests: the signed-in go to where they were going, or home. Login and sign-up end here too. */
export function RequireGuest() {
  const location = useLocation();
  const isAuthenticated = useAuthStore((state) => state.isAuthenticated);
  if (!isAuthenticated) return <Outlet />;
  const returnLocation = readReturnLocation(location.state);
  return <Navigate to={returnLocation?.to ?? paths.home} replace state={returnLocation?.state ?? null} />;
}
