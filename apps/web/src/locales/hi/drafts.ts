import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/drafts.ts';

export const messages = {
  offer: {
    story: 'ड्राफ़्ट जारी रखें: “{title}” ({age} बदला गया)',
    untitled: 'अपना ड्राफ़्ट जारी रखें ({age} बदला गया)',
    edit: 'अपने बदलावों का ड्राफ़्ट जारी रखें ({age} बदला गया)',
    startStory: 'नई कहानी शुरू करें',
    startEdit: 'प्रकाशित कहानी से शुरू करें',
  },
  unpublishedChanges: 'इस कहानी के कुछ बदलाव अभी प्रकाशित नहीं हुए हैं।',
  label: 'ड्राफ़्ट',
  untitled: 'बिना शीर्षक की कहानी',
  words: '{count, plural, one {# शब्द} other {# शब्द}}',
  changes: 'प्रकाशित कहानी के बदलाव',
  unpublished: 'अप्रकाशित कहानी',
  onDevice: 'सिर्फ़ इस डिवाइस पर',
  delete: 'ड्राफ़्ट “{title}” हटाएँ',
  deleted: 'ड्राफ़्ट हटा दिया गया',
  deleteFailed: 'ड्राफ़्ट हटाया नहीं जा सका। कृपया फिर कोशिश करें।',
  unreadable: {
    device: 'जो ड्राफ़्ट सिर्फ़ इस डिवाइस पर हैं, वे अभी नहीं दिखाए जा सकते।',
    server: 'आपके दूसरे डिवाइसों के ड्राफ़्ट अभी नहीं दिखाए जा सकते।',
  },
  none: 'कोई ड्राफ़्ट नहीं',
  noneText: 'आप जो लिखते हैं, वह प्रकाशित होने तक यहाँ सहेजा रहता है।',
  scheduled: 'प्रकाशन का समय: {time}',
  failedAtTime: 'कहानी तय समय पर प्रकाशित नहीं हो सकी।',
} satisfies Translation<typeof english>;
