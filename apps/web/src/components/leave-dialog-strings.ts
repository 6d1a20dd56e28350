import { createStrings } from '../i18n/strings.ts';
import { messages } from '../locales/en/leave-dialog.ts';

export const LEAVE_DIALOG_STRINGS = createStrings('leave-dialog', messages);
