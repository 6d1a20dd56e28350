import { useEffect } from 'react';
import type { UploadQueue } from '../../../stores/picture-uploads/upload-queue.ts';
import { PICTURE_STRINGS } from './picture-strings.ts';

/** Announces uploads that have ended while the form is open. */
export function useUploadNews(uploads: UploadQueue, announce: (text: string) => void): void {
  useEffect(() => {
    const read = () => new Map(uploads.list().map(({ id, state }) => [id, state]));
    let before = read();
    return uploads.subscribe(() => {
      const now = read();
      for (const [id, state] of now) {
        if (before.get(id)?.status === state.status) continue;
        if (state.status === 'done') announce(PICTURE_STRINGS.said.uploaded);
        else if (state.status === 'failed') announce(PICTURE_STRINGS.said.failed(state.reason));
      }
      before = now;
    });
  }, [uploads, announce]);
}
