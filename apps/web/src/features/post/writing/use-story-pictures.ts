import { useEffect, useState, useSyncExternalStore } from 'react';
import { toast } from '../../../components/toast.ts';
import { useAuthStore } from '../../../stores/auth.store.ts';
import {
  missingPictureKeys,
  pendingPictureIds,
  uploadedPictureKeys,
} from '../../../stores/picture-uploads/pending-pictures.ts';
import { openUploads } from '../../../stores/picture-uploads/picture-uploads.ts';
import type { UploadQueue } from '../../../stores/picture-uploads/upload-queue.ts';
import { sentPart } from '../../../stores/picture-uploads/upload-state.ts';
import type { DraftSaver } from '../../../stores/story-draft/draft-saver-types.ts';
import { WRITING_STRINGS } from './strings.ts';

/** Upload progress of the pictures of the text. */
export interface PicturesProgress {
  done: number;
  total: number;
  percent: number;
}

/** Uploads the pictures of the text, and lets publishing wait for them. */
export function useStoryPictures(saver: DraftSaver, html: string) {
  const userId = useAuthStore((state) => state.user?._id ?? '');
  const [uploads] = useState(() => openUploads(userId, () => saver.getRecord().key));
  const all = useSyncExternalStore(uploads.subscribe, uploads.list);
  /** Ids of the pictures that were pending when publishing began to wait; null while it does not wait. */
  const [awaited, setAwaited] = useState<readonly string[] | null>(null);
  const pending = pendingPictureIds(html);
  const hasFailed = pending.some((id) => uploads.get(id)?.state.status === 'failed');

  useEffect(() => {
    const { html } = saver.getRecord().fields;
    void uploads.restore(pendingPictureIds(html)).then(() => updateUploaded(saver, uploads));
    window.addEventListener('online', uploads.retryNow);
    return () => {
      window.removeEventListener('online', uploads.retryNow);
      uploads.stop();
    };
  }, [uploads, saver]);
  useEffect(() => saver.subscribe(() => handleSaved(saver, uploads)), [saver, uploads]);
  useEffect(() => {
    if (awaited === null || !hasFailed) return;
    setAwaited(null);
    toast.error(WRITING_STRINGS.sendingPictures.failed);
  }, [awaited, hasFailed]);

  const progress = (): PicturesProgress | null => {
    if (awaited === null) return null;
    const shown = all.filter(({ id }) => awaited.includes(id));
    const isPending = (id: string) => pending.includes(id);
    const parts = shown.map(({ id, state }) => (isPending(id) ? sentPart(state) : 1));
    const done = awaited.filter((id) => !isPending(id)).length;
    const sent = parts.reduce((sum, part) => sum + part, 0) / Math.max(1, parts.length);
    return { done, total: awaited.length, percent: Math.floor(sent * 100) };
  };
  return {
    uploads,
    /** Whether the text has a picture that is stored neither on the server nor on this device. */
    isUnsaved: all.some(
      ({ id, isStoredOnDevice, state }) =>
        pending.includes(id) && !isStoredOnDevice && state.status !== 'done',
    ),
    /** Null while publishing does not wait. */
    progress: progress(),
    /** Whether publishing has waited, and all pictures are uploaded. */
    isReady: awaited !== null && pending.length === 0,
    /** @returns whether publishing has to wait, or cannot continue because a picture has failed. */
    startWaiting(): boolean {
      if (pending.length === 0) return false;
      if (hasFailed) toast.error(WRITING_STRINGS.sendingPictures.failed);
      else setAwaited(pending);
      return true;
    },
    stopWaiting: () => setAwaited(null),
    /**
     * Like `startWaiting`, after the server has stored the draft: also waits for pictures that it no longer had.
     */
    async waitAfterSave(): Promise<boolean> {
      const { missingPictures = [] } = saver.getRecord();
      await uploads.recover(missingPictures);
      const { html } = saver.getRecord().fields;
      const ids = pendingPictureIds(html);
      if (ids.length === 0 && missingPictures.length === 0) return false;
      // Only the editor replaces missing pictures with their uploads, and may not be loaded yet.
      const areReplaced = !uploadedPictureKeys(html).some((key) => missingPictures.includes(key));
      if (areReplaced) setAwaited(ids);
      else toast.error(WRITING_STRINGS.sendingPictures.failed);
      return true;
    },
    /**
     * Uploads pictures of a sent text again that the server no longer had when it published the text, or shows that they
     * are gone.
     *
     * @returns whether there are any.
     */
    async recoverMissing(sent: string, stored: string): Promise<boolean> {
      const keys = missingPictureKeys(sent, stored);
      await uploads.recover(keys);
      return keys.length > 0;
    },
  };
}

/** Continues uploads that waited for a session, since saving proves that there is one again. */
function handleSaved(saver: DraftSaver, uploads: UploadQueue): void {
  if (saver.getState().status !== 'saved') return;
  if (uploads.list().some(({ state }) => state.status === 'signedOut')) uploads.retryNow();
  updateUploaded(saver, uploads);
}

/**
 * Drops uploads that are part of the server's draft, since the device no longer needs their files, and recovers
 * pictures that the server no longer had when it stored the draft.
 */
function updateUploaded(saver: DraftSaver, uploads: UploadQueue): void {
  const { fields, isSaved, missingPictures = [] } = saver.getRecord();
  if (!isSaved) return;
  const keys = uploadedPictureKeys(fields.html);
  uploads.forgetUploaded(keys.filter((key) => !missingPictures.includes(key)));
  void uploads.recover(missingPictures);
}
