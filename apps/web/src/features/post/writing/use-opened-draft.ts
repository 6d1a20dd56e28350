import { useEffect, useState } from 'react';
import { errorMessage } from '../../../lib/api-client.ts';
import { useAuthStore } from '../../../stores/auth.store.ts';
import { loadDraft, type OpenedDraft } from '../../../stores/story-draft/story-drafts.ts';
import { WRITING_STRINGS } from './strings.ts';

export type DraftToOpen = OpenedDraft | { error: string } | 'missing' | 'loading';

/**
 * Loads a draft of the signed-in user from the device and the server.
 *
 * @param key - null loads nothing; the result is then `missing`.
 */
export function useOpenedDraft(key: string | null, attempts: number): DraftToOpen {
  const userId = useAuthStore((state) => state.user?._id ?? null);
  const [draft, setDraft] = useState<DraftToOpen>(key === null ? 'missing' : 'loading');
  // `attempts` triggers another load.
  useEffect(() => {
    if (key === null || userId === null) return;
    let isCurrent = true;
    const show = (result: DraftToOpen) => {
      if (isCurrent) setDraft(result);
    };
    show('loading');
    loadDraft(userId, key).then(
      (opened) => show(opened ?? 'missing'),
      (error: unknown) => show({ error: errorMessage(error, WRITING_STRINGS.draft.loadFailed) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [userId, key, attempts]);
  return draft;
}
