import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/auth.ts';

export const messages = {
  signIn: 'साइन इन करें',
  emailRequired: 'ईमेल लिखें',
  passwordRequired: 'पासवर्ड लिखें',
  introduction: 'सच्ची कहानियों से भारत को जानिए',

  siteTitle: 'सफ़रनामा में साइन इन करें',
  signUp: 'साइन अप करें',
  newHere: 'पहली बार आए हैं?',
  email: 'ईमेल',
  password: 'पासवर्ड',
  signingIn: 'साइन इन हो रहा है…',
  signedOutElsewhere:
    'किसी दूसरे डिवाइस से या पासवर्ड बदलने पर आप साइन आउट हो गए हैं। आगे बढ़ने के लिए साइन इन करें; आपका लिखा सुरक्षित है।',
  sessionExpired: 'आपका सेशन ख़त्म हो गया है। आगे बढ़ने के लिए साइन इन करें; आपका लिखा सुरक्षित है।',
  forgotPassword: 'पासवर्ड भूल गए?',
  forgotPasswordHelp: 'यह साइट चलाने वालों से रीसेट लिंक माँगें।',
  aboutSafarnama: 'सफ़रनामा के बारे में',
  read: 'पढ़िए कि लोगों ने क्या देखा: भोर से पहले के घाट, बर्फ़बारी के बाद का दर्रा, और बीच रास्ते की चाय की दुकान।',
  write: 'अपनी कहानी लिखिए, किसी भी लिपि में, तस्वीर और जगह के साथ।',
  ask: 'लेखक से पूछिए: कौन-सी नाव, कौन-सी बस, कौन-सा हफ़्ता। फिर निकल पड़िए।',
} satisfies Translation<typeof english>;
