import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/ages.ts';

export const messages = {
  justNow: 'अभी-अभी',
  old: {
    minute: '{count, plural, one {# मिनट पुराना} other {# मिनट पुराना}}',
    hour: '{count, plural, one {# घंटा पुराना} other {# घंटे पुराना}}',
    day: '{count, plural, one {# दिन पुराना} other {# दिन पुराना}}',
  },
  lessThanMinuteLeft: 'एक मिनट से कम बचा है',
  left: {
    minute: '{count, plural, one {# मिनट बचा है} other {# मिनट बचे हैं}}',
    hour: '{count, plural, one {# घंटा बचा है} other {# घंटे बचे हैं}}',
    day: '{count, plural, one {# दिन बचा है} other {# दिन बचे हैं}}',
  },
} satisfies Translation<typeof english>;
