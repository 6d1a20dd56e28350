import { useAuthStore } from './auth.store.ts';

/**
 * Remembers the signed-in user when a request starts.
 *
 * @returns whether they have signed out since; another user may have signed in on this page.
 */
export function trackUser(): () => boolean {
  const getUserId = () => useAuthStore.getState().user?._id;
  const userId = getUserId();
  return () => getUserId() !== userId;
}

/** Like `trackUser`, but returns whether another user has signed in since. */
export function trackOtherUser(): () => boolean {
  const isSessionOver = trackUser();
  return () => isSessionOver() && useAuthStore.getState().isAuthenticated;
}
