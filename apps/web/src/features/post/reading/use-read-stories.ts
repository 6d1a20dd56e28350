import { useEffect, useSyncExternalStore } from 'react';
import { readStories } from '../../../lib/read-stories.ts';
import { useAuthStore } from '../../../stores/auth.store.ts';

/** Whether the user has opened a story on this device. */
export function useIsRead(postId: string): boolean {
  const userId = useAuthStore((state) => state.user?._id ?? '');
  return useSyncExternalStore(
    readStories.subscribe,
    () => readStories.read(userId).has(postId),
    () => false,
  );
}

/** Saves on this device that the user has opened a story. */
export function useSaveAsRead(userId: string, postId: string): void {
  useEffect(() => readStories.add(userId, postId), [userId, postId]);
}
