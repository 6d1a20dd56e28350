import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/undo.ts';

export const messages = {
  undo: 'वापस लें',
} satisfies Translation<typeof english>;
