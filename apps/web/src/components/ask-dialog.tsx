import { useState } from 'react';
import { ModalDialog } from './modal-dialog.tsx';

interface AskDialogProps {
  title: string;
  text: string;
  keep: string;
  act: string;
  onClose: () => void;
  onAct: () => Promise<void>;
}

/** A question with one way back and one way on; what is on its way cannot be called back. */
export function AskDialog({ title, text, keep, act, onClose, onAct }: AskDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const handleAct = async () => {
    setIsBusy(true);
    await onAct();
    setIsBusy(false);
  };
  const leave = () => {
    if (!isBusy) onClose();
  };
  return (
    <ModalDialog title={title} onClose={leave}>
      <p className="mt-2 text-ink-soft">{text}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="button button-quiet" disabled={isBusy} onClick={leave}>
          {keep}
        </button>
        <button
          type="button"
          className="button button-danger"
          disabled={isBusy}
          onClick={() => void handleAct()}
        >
          {act}
        </button>
      </div>
    </ModalDialog>
  );
}
