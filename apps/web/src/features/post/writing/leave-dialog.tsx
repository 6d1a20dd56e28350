import { ModalDialog } from '../../../components/modal-dialog.tsx';
import { WRITING_STRINGS } from './strings.ts';

/** Asks whether unsaved words may be lost. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <ModalDialog title={WRITING_STRINGS.leaveTitle} onClose={onStay}>
      <p className="mt-2 text-ink-soft">{WRITING_STRINGS.leaveText}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {/* The first one has the focus: Enter keeps the words. */}
        <button type="button" className="button button-primary" onClick={onStay}>
          Keep writing
        </button>
        <button type="button" className="button button-danger" onClick={onLeave}>
          Leave
        </button>
      </div>
    </ModalDialog>
  );
}
