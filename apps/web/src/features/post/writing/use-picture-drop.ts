import { type ClipboardEvent, type DragEvent, useEffect } from 'react';
import { useFileDrop } from '../../../components/use-file-drop.ts';
import { hasFiles, hasText } from '../../../lib/transfer.ts';

/** The editor handles pictures dropped or pasted into the text. */
const isInText = ({ target }: { target: EventTarget }) =>
  target instanceof Element && target.closest('.story-editor') !== null;

/** Events of the form's dialogs bubble through the React tree, although the dialogs are outside the form. */
const isInForm = ({ currentTarget, target }: ClipboardEvent | DragEvent) =>
  target instanceof Node && currentTarget.contains(target);

/**
 * Handlers for a form that accepts a picture dropped or pasted anywhere in it except in the text. A file dropped
 * outside the form is ignored; otherwise the browser would open it.
 */
export function usePictureDrop(onFile: (file: File) => void) {
  const { isOver, handlers } = useFileDrop(onFile);

  useEffect(() => {
    const preventOpen = (event: globalThis.DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    window.addEventListener('dragover', preventOpen);
    window.addEventListener('drop', preventOpen);
    return () => {
      window.removeEventListener('dragover', preventOpen);
      window.removeEventListener('drop', preventOpen);
    };
  }, []);

  return {
    isDragOver: isOver,
    handlers: {
      ...handlers,
      onPasteCapture: (event: ClipboardEvent) => {
        if (!isInForm(event) || isInText(event) || hasText(event.clipboardData)) return;
        const file = event.clipboardData.files[0];
        if (!file) return;
        event.preventDefault();
        event.stopPropagation();
        onFile(file);
      },
      onDragOver: (event: DragEvent) => {
        if (isInForm(event)) handlers.onDragOver(event);
      },
      onDrop: (event: DragEvent) => {
        if (isInForm(event) && !isInText(event)) handlers.onDrop(event);
      },
    },
  };
}
