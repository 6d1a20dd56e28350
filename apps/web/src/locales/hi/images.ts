import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/images.ts';

export const messages = {
  onlyImages: 'सिर्फ़ तस्वीरें लगाई जा सकती हैं',

  tooLarge: 'तस्वीर ज़्यादा से ज़्यादा {size} MB की हो सकती है',
  unreadable: 'तस्वीर नहीं खुल सकी। कृपया कोई दूसरी तस्वीर चुनें।',
  heic: 'HEIC तस्वीरें नहीं खुल सकतीं। कृपया JPEG या PNG चुनें।',
  svg: 'SVG तस्वीरें यहाँ नहीं लगाई जा सकतीं। कृपया JPEG या PNG चुनें।',
  uploadFailed: 'तस्वीर अपलोड नहीं हो सकी।',
  missing: 'यह तस्वीर अब इस डिवाइस पर नहीं है। इसे हटाएँ और फिर से जोड़ें।',
  bytes: '{count, plural, one {# बाइट} other {# बाइट}}',
  kilobytes: '{count} kB',
  megabytes: '{count} MB',
} satisfies Translation<typeof english>;
