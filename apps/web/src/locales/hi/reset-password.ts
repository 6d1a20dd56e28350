import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/reset-password.ts';

export const messages = {
  title: 'नया पासवर्ड बनाएँ',
  lead: 'आप हर जगह से साइन आउट हो जाएँगे। नए पासवर्ड से फिर साइन इन करें।',
  label: 'नया पासवर्ड',
  send: 'पासवर्ड बदलें',
  sending: 'पासवर्ड बदला जा रहा है…',
  failed: 'पासवर्ड नहीं बदला जा सका। कृपया फिर कोशिश करें।',
  done: 'आपका पासवर्ड बदल गया है और आप हर जगह से साइन आउट हो गए हैं। नए पासवर्ड से साइन इन करें।',
  mayBeSet: 'शायद आपकी पिछली कोशिश से पासवर्ड बदल चुका है। उससे साइन इन करके देखें, या साइट चलाने वालों से नया लिंक माँगें।',
  incompleteLink: 'यह लिंक अधूरा है। इसे ठीक वैसे ही खोलें जैसा मिला था, # के बाद के हिस्से समेत।',
  toLogin: 'साइन इन पर जाएँ',
} satisfies Translation<typeof english>;
