import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/text-limit.ts';

export const messages = {
  left: '{count, plural, one {# अक्षर} other {# अक्षर}} और लिख सकते हैं',
  tooLong: '{count, plural, one {# अक्षर} other {# अक्षर}} ज़्यादा (सीमा {limit, number})',
} satisfies Translation<typeof english>;
