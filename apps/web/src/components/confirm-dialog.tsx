import { LoaderCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FRAME_STRINGS } from './frame-strings.ts';
import { ModalDialog } from './modal-dialog.tsx';
import { useBusy } from './use-busy.ts';

interface ConfirmDialogProps {
  title: string;
  /** Explains what confirming does. */
  text: string;
  confirmLabel: string;
  cancelLabel: string;
  /**
   * Does what was confirmed, closes the dialog and reports the result.
   *
   * @param isOpen - whether the dialog is still shown. If not, another one may be, and the user is busy elsewhere.
   */
  onConfirm: (isOpen: () => boolean) => Promise<void> | void;
  /** Called by the cancel button and the Escape key. A running `onConfirm` is not stopped. */
  onClose: () => void;
}

/** Asks for confirmation before an action. The cancel button comes first and so has the initial focus. */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const [isBusy, confirm] = useBusy(() => onConfirm(() => isOpen.current));
  return (
    <ModalDialog title={title} onClose={onClose}>
      <p className="mt-2 text-ink-soft">{text}</p>
      <div className="mt-6 flex items-center">
        <p role="status" className="flex-none text-indigo">
          {isBusy && (
            <>
              <LoaderCircle aria-hidden className="me-3 size-6 animate-spin" />
              <span className="sr-only">{FRAME_STRINGS.loading}</span>
            </>
          )}
        </p>
        <div className="ms-auto flex flex-wrap justify-end gap-3">
          <button type="button" className="button button-quiet" onClick={onClose}>
            {cancelLabel}
          </button>
          <button
            type="button"
            className="button button-danger"
            // aria-disabled instead of disabled while busy, so that the button keeps the focus.
            aria-disabled={isBusy}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </button>
        </div>
      </div>
    </ModalDialog>
  );
}
