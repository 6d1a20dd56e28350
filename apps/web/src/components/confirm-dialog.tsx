import { useState } from 'react';
import { ModalDialog } from './modal-dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  text: string;
  cancelLabel: string;
  confirmLabel: string;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** A question with one way back and one way on; what is on its way cannot be called back. */
export function ConfirmDialog({
  title,
  text,
  cancelLabel,
  confirmLabel,
  onClose,
  onConfirm,
}: ConfirmDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const handleConfirm = async () => {
    setIsBusy(true);
    await onConfirm();
    setIsBusy(false);
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
