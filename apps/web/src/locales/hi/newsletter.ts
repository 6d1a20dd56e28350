import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/newsletter.ts';

export const messages = {
  title: 'न्यूज़लेटर',
  text: 'अभी शुरू नहीं हुआ है। सूची में जुड़ने के लिए अपना ईमेल दें।',
  email: 'आपका ईमेल',
  subscribe: 'सब्सक्राइब करें',
  invalidEmail: 'कृपया सही ईमेल पता लिखें',
  thanks: 'जुड़ने के लिए धन्यवाद 🎊',
} satisfies Translation<typeof english>;
