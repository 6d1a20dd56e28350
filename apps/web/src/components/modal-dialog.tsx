import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

interface ModalDialogProps {
  title: string;
  /** Asked for by Escape; the one who shows the dialog takes it away. */
  onClose: () => void;
  children: ReactNode;
  className?: string;
}

/**
 * A dialog over everything, open as long as it is drawn. The browser keeps the focus within it and gives it back to
 * where it was. It stands at the end of the document: inside a form its own form would not be allowed.
 */
export function ModalDialog({ title, onClose, children, className = 'max-w-sm' }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // A layout effect: it must be closed before it leaves the document, or the focus is lost.
  useLayoutEffect(() => {
    const element = dialog.current;
    const previousFocus = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      // Where the browser has not done so itself.
      const { activeElement } = document;
      const isLost = activeElement === document.body || element?.contains(activeElement);
      if (isLost && previousFocus instanceof HTMLElement) previousFocus.focus();
    };
  }, []);
  const onCloseRef = useRef(onClose);
  useEffect(() => {
    onCloseRef.current = onClose;
  });
  useEffect(() => {
    const element = dialog.current;
    const handleCancel = (event: Event) => {
      event.preventDefault();
      onCloseRef.current();
    };
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
