import { useState } from 'react';
import { ModalDialog } from './modal-dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** Explains what confirming does. */
  text: string;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => Promise<void> | void;
  /** Called by the cancel button and the Escape key, but not while `onConfirm` runs. */
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
  const [isBusy, setIsBusy] = useState(false);
  const handleConfirm = async () => {
    setIsBusy(true);
    try {
      await onConfirm();
    } finally {
      setIsBusy(false);
    }
  };
  const handleCancel = () => {
    if (!isBusy) onClose();
  };
  return (
    <ModalDialog title={title} onClose={handleCancel}>
      <p className="mt-2 text-ink-soft">{text}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="button button-quiet" disabled={isBusy} onClick={handleCancel}>
          {cancelLabel}
        </button>
        <button
          type="button"
          className="button button-danger"
          disabled={isBusy}
          onClick={() => void handleConfirm()}
        >
          {confirmLabel}
        </button>
      </div>
    </ModalDialog>
  );
}
