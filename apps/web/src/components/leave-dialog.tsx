import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveDialogProps {
  title?: string | undefined;
  text?: string | undefined;
  stayLabel: string;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before a form with unsaved changes is left; see `useLeaveGuard`. */
export function LeaveDialog({
  title = 'Unsaved changes',
  text = 'You have unsaved changes. Leave without saving them?',
  stayLabel,
  onStay,
  onLeave,
}: LeaveDialogProps) {
  return (
    <ConfirmDialog
      title={title}
      text={text}
      cancelLabel={stayLabel}
      confirmLabel="Leave"
      onClose={onStay}
      onConfirm={onLeave}
    />
  );
}
