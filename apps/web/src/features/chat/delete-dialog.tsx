import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CHAT_STRINGS } from './strings.ts';

interface DeleteDialogProps {
  scope: 'me' | 'both';
  onClose: () => void;
  onDelete: () => Promise<void>;
}

/** Asks before a message goes. */
export function DeleteDialog({ scope, onClose, onDelete }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={CHAT_STRINGS.deleteTitle}
      text={scope === 'me' ? CHAT_STRINGS.deleteForMeText : CHAT_STRINGS.deleteForBothText}
      cancelLabel={CHAT_STRINGS.cancelDelete}
      confirmLabel={scope === 'me' ? CHAT_STRINGS.deleteForMe : CHAT_STRINGS.deleteForBoth}
      onClose={onClose}
      onConfirm={onDelete}
    />
  );
}
