import { createStrings } from '../../i18n/strings.ts';
import { messages } from '../../locales/en/notifications.ts';

/** Texts of the notification settings and of the notifications themselves. */
export const NOTIFICATION_STRINGS = createStrings('notifications', messages);
