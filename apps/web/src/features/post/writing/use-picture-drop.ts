import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react';
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
  const [isDragOver, setIsDragOver] = useState(false);

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

  const acceptFile = (event: ClipboardEvent | DragEvent, file: File | undefined) => {
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    onFile(file);
  };
  return {
    isDragOver,
    handlers: {
      onPasteCapture: (event: ClipboardEvent) => {
        if (!isInForm(event) || isInText(event) || hasText(event.clipboardData)) return;
        acceptFile(event, event.clipboardData.files[0]);
      },
      onDragOver: (event: DragEvent) => {
        if (!isInForm(event) || !hasFiles(event)) return;
        event.preventDefault();
        setIsDragOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        // The pointer may only have moved to another element of the form.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsDragOver(false);
      },
      // On capture, because the editor stops the propagation of a drop.
      onDropCapture: () => setIsDragOver(false),
      onDrop: (event: DragEvent) => {
        // The picture button may have handled the drop.
        if (event.defaultPrevented || !isInForm(event) || !hasFiles(event) || isInText(event)) return;
        acceptFile(event, event.dataTransfer.files[0]);
      },
    },
  };
}
