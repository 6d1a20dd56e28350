import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react';

/** Whether clipboard data has text beside the picture, as from a word processor; the text is pasted then. */
function hasText(data: DataTransfer): boolean {
  const html = data.getData('text/html');
  if (html === '') return data.getData('text/plain').trim() !== '';
  return (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').trim() !== '';
}

const hasFiles = (event: { dataTransfer: DataTransfer | null }) =>
  event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Handlers for a form that accepts a picture dropped or pasted anywhere in it. They capture the events, so that the
 * editor does not handle them. A file dropped outside of the form is ignored; the browser would open it otherwise.
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
        if (!hasText(event.clipboardData)) acceptFile(event, event.clipboardData.files[0]);
      },
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsDragOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        // The pointer may only have moved to another element of the form.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsDragOver(false);
      },
      onDropCapture: (event: DragEvent) => {
        setIsDragOver(false);
        if (hasFiles(event)) acceptFile(event, event.dataTransfer.files[0]);
      },
    },
  };
}
