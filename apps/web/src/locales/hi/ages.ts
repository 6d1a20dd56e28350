import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/ages.ts';

export const messages = {
  justNow: 'अभी-अभी',
  ago: {
    minute: '{count, plural, one {# मिनट पहले} other {# मिनट पहले}}',
    hour: '{count, plural, one {# घंटे पहले} other {# घंटे पहले}}',
    day: '{count, plural, one {# दिन पहले} other {# दिन पहले}}',
  },
  lessThanMinuteLeft: 'एक मिनट से कम बचा है',
  left: {
    minute: '{count, plural, one {# मिनट बचा है} other {# मिनट बचे हैं}}',
    hour: '{count, plural, one {# घंटा बचा है} other {# घंटे बचे हैं}}',
    day: '{count, plural, one {# दिन बचा है} other {# दिन बचे हैं}}',
  },
} satisfies Translation<typeof english>;
