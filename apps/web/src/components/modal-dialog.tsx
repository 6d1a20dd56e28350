import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

interface ModalDialogProps {
  title: string;
  /** Called by the Escape key. The parent has to stop rendering the dialog. */
  onClose: () => void;
  children: ReactNode;
  className?: string;
}

/**
 * A modal dialog, open as long as it is rendered. The browser traps the focus in it and restores it afterwards, and the
 * selection of an editor is restored with it. It is rendered at the end of the document, since HTML allows no nested
 * forms.
 */
export function ModalDialog({ title, onClose, children, className = 'max-w-sm' }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // A layout effect, since the dialog has to be closed before it is removed, or the focus is lost.
  useLayoutEffect(() => {
    const element = dialog.current;
    const previousFocus = document.activeElement;
    const previousSelection = getSelectionIn(previousFocus);
    element?.showModal();
    return () => {
      element?.close();
      // Restores the focus where the browser has not.
      const { activeElement } = document;
      const isLost = activeElement === document.body || element?.contains(activeElement);
      if (isLost && previousFocus instanceof HTMLElement) previousFocus.focus();
      if (previousSelection) restoreSelection(previousSelection);
    };
  }, []);
  const handleCancel = useEffectEvent((event: Event) => {
    event.preventDefault();
    onClose();
  });
  useEffect(() => {
    const element = dialog.current;
    element?.addEventListener('cancel', handleCancel);
    return () => element?.removeEventListener('cancel', handleCancel);
  }, []);

  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`card m-auto w-[calc(100%-2rem)] p-6 text-ink backdrop:bg-[rgb(20_15_5/0.55)] ${className}`}
    >
      <h2 id={titleId} className="text-2xl" dir="auto">
        {title}
      </h2>
      {children}
    </dialog>,
    document.body,
  );
}

/**
 * The selection or the caret inside an editor. Null for other elements: text fields keep their own selection.
 *
 * @returns a copy, since the browser changes the original when the focus moves. The copy follows changes of the
 *   document.
 */
function getSelectionIn(focused: Element | null): Range | null {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  return focused !== document.body && focused?.contains(range.commonAncestorContainer)
    ? range.cloneRange()
    : null;
}

function restoreSelection(range: Range): void {
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}
