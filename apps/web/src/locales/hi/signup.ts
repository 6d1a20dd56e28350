import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/signup.ts';

export const messages = {
  createAccount: 'खाता बनाएँ',
  fullNameRequired: 'पूरा नाम लिखें',
  invalidEmail: 'कृपया सही ईमेल पता लिखें',
  passwordTooShort: 'पासवर्ड में कम से कम {min} अक्षर होने चाहिए',

  signUpTitle: 'अपनी यात्रा-डायरी शुरू करें',
  haveAccount: 'खाता पहले से है?',
  fullName: 'पूरा नाम',
  creatingAccount: 'आपका खाता बन रहा है…',
  signInInstead: 'इसी ईमेल से साइन इन करें',
} satisfies Translation<typeof english>;
