import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/leave-dialog.ts';

export const messages = {
  unsavedChanges: 'बदलाव सहेजे नहीं गए',
  unsavedChangesText: 'आपके कुछ बदलाव सहेजे नहीं गए हैं। क्या उन्हें छोड़कर जाना चाहते हैं?',
  leave: 'छोड़कर जाएँ',
} satisfies Translation<typeof english>;
