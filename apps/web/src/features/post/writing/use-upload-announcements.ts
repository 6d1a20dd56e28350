import { useEffect } from 'react';
import type { UploadQueue } from '../../../stores/picture-uploads/upload-queue.ts';
import { EDITOR_STRINGS } from './editor-strings.ts';

/** Announces uploads that finish or fail while the form is open. */
export function useUploadAnnouncements(uploads: UploadQueue, announce: (text: string) => void): void {
  useEffect(() => {
    const getStates = () => new Map(uploads.list().map(({ id, state }) => [id, state]));
    let previousStates = getStates();
    return uploads.subscribe(() => {
      const currentStates = getStates();
      for (const [id, state] of currentStates) {
        const previous = previousStates.get(id);
        if (previous?.status === state.status) continue;
        // Without a previous state, the picture was uploaded before.
        if (state.status === 'done' && previous) announce(EDITOR_STRINGS.picture.announcements.uploaded);
        else if (state.status === 'failed')
          announce(EDITOR_STRINGS.picture.announcements.failed({ reason: state.reason() }));
      }
      previousStates = currentStates;
    });
  }, [uploads, announce]);
}
