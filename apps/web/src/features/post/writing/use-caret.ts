import { useEffect } from 'react';
import type { Quill } from 'react-quill';

/** Not a heading, which has the focus after each navigation. */
const CONTROLS = 'input, textarea, select, button, [contenteditable="true"]';

/**
 * Reports where the caret is, and puts it back to where it was at the last visit. Keeps the focus where it is if the
 * author has started with another field while the editor was loading.
 *
 * @param initialCaret - index in the text of the editor; null leaves the editor without focus.
 */
export function useCaret(
  quill: Quill | null,
  initialCaret: number | null,
  onMove: (caret: number) => void,
): void {
  useEffect(() => {
    if (!quill || initialCaret === null || document.activeElement?.matches(CONTROLS)) return;
    const caret = Math.min(initialCaret, quill.getLength() - 1);
    quill.setSelection(caret, 0, 'silent');
    const paragraph = quill.getLine(caret)[0]?.domNode;
    if (paragraph instanceof HTMLElement) paragraph.scrollIntoView({ block: 'center' });
  }, [quill, initialCaret]);

  useEffect(() => {
    if (!quill) return;
    // Unlike `selection-change`, this event comes while the author types, too.
    const report = () => {
      if (quill.hasFocus()) onMove(quill.selection.savedRange.index);
    };
    quill.on('editor-change', report);
    return () => void quill.off('editor-change', report);
  }, [quill, onMove]);
}
