import { type DragEvent, useState } from 'react';
import { hasFiles } from '../lib/transfer.ts';

/**
 * Returns handlers for an element that accepts a dropped file, and whether a file is being dragged over it. Without
 * these handlers, the browser would leave the page and open the file.
 *
 * @param onFile - null to ignore the file.
 */
export function useFileDrop(onFile: ((file: File) => void) | null) {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver: isOver && onFile !== null,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        // The event also fires between two children of the element.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      },
      // On capture, because a child, such as the story editor, may stop the propagation of a drop.
      onDropCapture: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        // A child, such as a picture button, may have handled the drop.
        if (event.defaultPrevented || !hasFiles(event)) return;
        event.preventDefault();
        const file = event.dataTransfer.files[0];
        if (file) onFile?.(file);
      },
    },
  };
}
