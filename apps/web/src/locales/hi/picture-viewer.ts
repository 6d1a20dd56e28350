import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/picture-viewer.ts';

export const messages = {
  zoomIn: 'असली आकार',
  zoomOut: 'स्क्रीन पर पूरी दिखाएँ',
  picture: 'तस्वीर',
  pictures: 'तस्वीरें',
  close: 'तस्वीर बंद करें',
  previous: 'पिछली तस्वीर',
  next: 'अगली तस्वीर',
  position: '{count} में से {position}',
} satisfies Translation<typeof english>;
