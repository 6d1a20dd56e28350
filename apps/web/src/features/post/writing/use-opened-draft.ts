import { useCallback } from 'react';
import { useLoaded } from '../../../components/use-loaded.ts';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { loadDraft } from '../../../stores/story-draft/story-drafts.ts';

/** Loads a draft of the signed-in user from the device and the server; null when there is none. */
export function useOpenedDraft(key: string) {
  const userId = useAuthStore((state) => state.user?._id ?? '');
  return useLoaded(useCallback(() => loadDraft(userId, key), [userId, key]));
}
