import { createStrings } from '../../i18n/strings.ts';
import { messages } from '../../locales/en/chat.ts';
import type { OutgoingMessage } from '../../stores/chat/outbox/outgoing-message.ts';

/** Send state of a message that the signed-in user sent. */
export type SendState = OutgoingMessage['state'] | 'sent' | 'delivered' | 'read';

/** UI strings for the chat screen. */
export const CHAT_STRINGS = createStrings('chat', messages);
