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
        if (previousStates.get(id)?.status === state.status) continue;
        if (state.status === 'done') announce(EDITOR_STRINGS.picture.announcements.uploaded);
        else if (state.status === 'failed')
          announce(EDITOR_STRINGS.picture.announcements.failed({ reason: state.reason() }));
      }
      previousStates = currentStates;
    });
  }, [uploads, announce]);
}
