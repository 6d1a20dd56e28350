import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { WRITING_STRINGS } from './strings.ts';

interface SendingDialogProps {
  isEdit: boolean;
  /** Part of the request that has been sent, 0 to 1. */
  progress: number;
  onStay: () => void;
  onLeave: () => void;
}

/**
 * Asks before the author leaves while the story is being sent. The request can be stopped until all of it has been
 * sent.
 */
export function SendingDialog({ isEdit, progress, onStay, onLeave }: SendingDialogProps) {
  const state = progress < 1 ? 'sending' : 'sent';
  const texts = isEdit ? WRITING_STRINGS.leavingEdit[state] : WRITING_STRINGS.leaving[state];
  const labels = WRITING_STRINGS.leavingLabels[state];
  return <ConfirmDialog {...texts} {...labels} onClose={onStay} onConfirm={onLeave} />;
}
