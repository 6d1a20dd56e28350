import { useAuthStore } from './auth.store.ts';

/** Id of the signed-in user. */
export function getUserId(): string | undefined {
  return useAuthStore.getState().user?._id;
}

/** Whether this user, and nobody else, is signed in. */
export function isSignedIn(userId: string): boolean {
  return getUserId() === userId;
}

/**
 * Remembers the signed-in user when a request starts.
 *
 * @returns whether they have signed out since; another user may have signed in on this page.
 */
export function trackUser(): () => boolean {
  const userId = getUserId();
  return () => getUserId() !== userId;
}

/** Like `trackUser`, but returns whether another user has signed in since. */
export function trackOtherUser(): () => boolean {
  const isSessionOver = trackUser();
  return () => isSessionOver() && useAuthStore.getState().isAuthenticated;
}
