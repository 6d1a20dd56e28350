import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/article.ts';

export const messages = {
  loading: 'कहानी लोड हो रही है…',
  error: 'गड़बड़ी: {message}',
  location: 'स्थान:',
  cover: '“{title}” की कवर तस्वीर',
  readMinutes: 'पढ़ने में {minutes, number} मिनट',
  visited: '{day} की यात्रा',
  contents: 'इस कहानी में',
  enlarge: 'तस्वीर बड़ी करें',
  enlargePicture: 'तस्वीर बड़ी करें: {description}',
  pictureFailed: 'यह तस्वीर नहीं दिखाई जा सकी।',
} satisfies Translation<typeof english>;
