import { useEffect } from 'react';
import type { Quill } from 'react-quill';

/** Controls that the author may be using; not headings, which receive the focus after each navigation. */
const CONTROLS = 'input, textarea, select, button, [contenteditable="true"]';

/**
 * Reports the position of the caret and restores the one from the last visit, unless the author has moved to another
 * field while the editor was loading.
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
    // Unlike `selection-change`, this event is also emitted while the author types.
    const report = () => {
      if (quill.hasFocus()) onMove(quill.selection.savedRange.index);
    };
    quill.on('editor-change', report);
    return () => void quill.off('editor-change', report);
  }, [quill, onMove]);
}
