import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/plain-text.ts';

export const messages = {
  picture: '[तस्वीर: {description}]',
  pictureOnly: '[तस्वीर]',
} satisfies Translation<typeof english>;
