import { type ClipboardEvent, type DragEvent, useState } from 'react';
import toast from 'react-hot-toast';
import { readImage } from '../../lib/read-image.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { CHAT_STRINGS } from './strings.ts';

/** Puts a picture beside what is half written to somebody; what is no picture, or too large, is told in a toast. */
export async function attachPicture(file: File, userId: string): Promise<void> {
  try {
    useChatStore.getState().setDraft(userId, { image: await readImage(file) });
  } catch (error) {
    toast.error(error instanceof Error ? error.message : CHAT_STRINGS.pictureUnreadable);
  }
}

/** The file of a paste. Where there are words too, as from a word processor, the words are meant. */
export function getPastedFile({ clipboardData }: ClipboardEvent): File | undefined {
  return clipboardData.types.includes('text/plain') ? undefined : clipboardData.files[0];
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/**
 * A place to drop a file on: handlers for it, and whether one is held above it now. A file that is dropped on a page
 * without such a place takes the page away.
 */
export function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        const { currentTarget, relatedTarget } = event;
        // From one part of the place to another is not away from it.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      },
      onDrop: (event: DragEvent) => {
        setIsOver(false);
        // A button in it may have taken the file already.
        if (event.defaultPrevented || !hasFiles(event)) return;
        event.preventDefault();
        const file = event.dataTransfer.files[0];
        if (file) onFile(file);
      },
    },
  };
}
