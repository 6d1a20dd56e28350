import type { ClipboardEvent } from 'react';
import { create } from 'zustand';
import { readPickedImage, remainingPicks } from '../../components/read-picked-image.ts';
import { onSessionEnd } from '../../lib/session-end.ts';
import { hasText } from '../../lib/transfer.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { trackUser } from '../../stores/track-user.ts';

/** For each picture being read, in the order in which they were chosen, whether it is attached in the end. */
type PictureReads = readonly Promise<boolean>[];

const NO_READS: PictureReads = [];
/** By the id of the user to whose draft the pictures are attached. */
const usePictureReads = create<Record<string, PictureReads>>(() => ({}));

// The next user must not see them.
onSessionEnd(() => usePictureReads.setState({}, true));

const getReads = (userId: string) => usePictureReads.getState()[userId] ?? NO_READS;

/** Reads a picture and attaches it to the draft for a user. A rejected file shows a toast. */
export function attachPicture(file: File, userId: string): void {
  const isSessionOver = trackUser();
  const read: Promise<boolean> = readPickedImage(file).then((image) => {
    const reads = getReads(userId);
    const isAttached = image !== null && !isSessionOver() && reads.includes(read);
    if (isAttached) useChatStore.getState().setDraft(userId, { image });
    usePictureReads.setState({ [userId]: remainingPicks(reads, read, isAttached) });
    return isAttached;
  });
  usePictureReads.setState({ [userId]: [...getReads(userId), read] });
}

/** Removes the picture from the draft for a user, including one that is being read. */
export function removePicture(userId: string): void {
  usePictureReads.setState({ [userId]: NO_READS });
  useChatStore.getState().setDraft(userId, { image: '' });
}

export function useIsReadingPicture(userId: string): boolean {
  return usePictureReads((reads) => (reads[userId] ?? NO_READS).length > 0);
}

/** Waits for the pictures that are being read. @returns whether the last one was attached. */
export async function waitForPicture(userId: string): Promise<boolean> {
  return (await Promise.all(getReads(userId))).at(-1) ?? false;
}

/**
 * @returns the pasted file; undefined when the clipboard also contains text, as after copying from a word processor.
 */
export function getPastedFile({ clipboardData }: ClipboardEvent): File | undefined {
  return hasText(clipboardData) ? undefined : clipboardData.files[0];
}
