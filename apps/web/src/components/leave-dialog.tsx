import { ConfirmDialog } from './confirm-dialog.tsx';
import { FRAME_STRINGS } from './frame-strings.ts';

interface LeaveDialogProps {
  title?: string | undefined;
  text?: string | undefined;
  stayLabel: string;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks for confirmation before a form with unsaved changes is left; see `useLeaveGuard`. */
export function LeaveDialog({
  title = FRAME_STRINGS.unsavedChanges,
  text = FRAME_STRINGS.unsavedChangesText,
  stayLabel,
  onStay,
  onLeave,
}: LeaveDialogProps) {
  return (
    <ConfirmDialog
      title={title}
      text={text}
      cancelLabel={stayLabel}
      confirmLabel={FRAME_STRINGS.leave}
      onClose={onStay}
      onConfirm={onLeave}
    />
  );
}
