import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react';

/** True when there are words beside the picture, as from a word processor: then the words are meant. */
function hasText(data: DataTransfer): boolean {
  const html = data.getData('text/html');
  if (html === '') return data.getData('text/plain').trim() !== '';
  return (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').trim() !== '';
}

const hasFiles = (event: { dataTransfer: DataTransfer | null }) =>
  event.dataTransfer?.types.includes('Files') ?? false;

/**
 * A form that takes a picture by drop and paste anywhere, also within the editor (hence the capturing handlers).
 * A file dropped beside the form does nothing: the browser would open it in place of the page.
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
        // From one part of the form to another is not away from it.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsDragOver(false);
      },
      onDropCapture: (event: DragEvent) => {
        setIsDragOver(false);
        if (hasFiles(event)) acceptFile(event, event.dataTransfer.files[0]);
      },
    },
  };
}
