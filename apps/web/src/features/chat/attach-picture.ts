import { type ClipboardEvent, type DragEvent, useState } from 'react';
import toast from 'react-hot-toast';
import { readImage } from '../../lib/read-image.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { CHAT_STRINGS } from './strings.ts';

/** Attaches a picture to the draft for a user. Shows a toast when the file is not a picture or is too large. */
export async function attachPicture(file: File, userId: string): Promise<void> {
  try {
    useChatStore.getState().setDraft(userId, { image: await readImage(file) });
  } catch (error) {
    toast.error(error instanceof Error ? error.message : CHAT_STRINGS.pictureUnreadable);
  }
}

/** @returns the pasted file; undefined when the clipboard also holds text, as after copying from a word processor. */
export function getPastedFile({ clipboardData }: ClipboardEvent): File | undefined {
  return clipboardData.types.includes('text/plain') ? undefined : clipboardData.files[0];
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/**
 * Handlers for an element that accepts a dropped file, and whether a file is being dragged over it. Without these
 * handlers, the browser would leave the page and open the file.
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
        // The event also fires between two children of the element.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      },
      onDrop: (event: DragEvent) => {
        setIsOver(false);
        // A child, such as the attach button, may have handled the drop.
        if (event.defaultPrevented || !hasFiles(event)) return;
        event.preventDefault();
        const file = event.dataTransfer.files[0];
        if (file) onFile(file);
      },
    },
  };
}
