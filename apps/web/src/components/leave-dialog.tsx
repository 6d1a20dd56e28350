import { ConfirmDialog } from './confirm-dialog.tsx';
import { LEAVE_DIALOG_STRINGS } from './leave-dialog-strings.ts';

interface LeaveDialogProps {
  title?: string | undefined;
  text?: string | undefined;
  stayLabel: string;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks for confirmation before a form with unsaved changes is left; see `useLeaveGuard`. */
export function LeaveDialog({
  title = LEAVE_DIALOG_STRINGS.unsavedChanges,
  text = LEAVE_DIALOG_STRINGS.unsavedChangesText,
  stayLabel,
  onStay,
  onLeave,
}: LeaveDialogProps) {
  return (
    <ConfirmDialog
      title={title}
      text={text}
      cancelLabel={stayLabel}
      confirmLabel={LEAVE_DIALOG_STRINGS.leave}
      onClose={onStay}
      onConfirm={onLeave}
    />
  );
}
