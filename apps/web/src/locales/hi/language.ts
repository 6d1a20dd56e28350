import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/language.ts';

export const messages = {
  changeFailed: 'भाषा नहीं बदली जा सकी। कृपया फिर कोशिश करें।',
  saveFailed: 'आपकी सेटिंग सहेजी नहीं जा सकी। कृपया फिर कोशिश करें।',
} as const satisfies Translation<typeof english>;
