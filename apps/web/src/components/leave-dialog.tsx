import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveDialogProps {
  stayLabel: string;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before unsaved changes are lost; see `useLeaveGuard`. */
export function LeaveDialog({ stayLabel, onStay, onLeave }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      title="Unsaved changes"
      text="You have unsaved changes. Leave without saving them?"
      cancelLabel={stayLabel}
      confirmLabel="Leave"
      onClose={onStay}
      onConfirm={onLeave}
    />
  );
}
