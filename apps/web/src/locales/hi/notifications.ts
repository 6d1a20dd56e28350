import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/notifications.ts';

export const messages = {
  title: 'संदेशों की सूचनाएँ',
  deviceHint: 'सिर्फ़ इस डिवाइस के लिए।',
  page: 'पढ़ते समय आए संदेश',
  pageHint: 'संदेश आने पर पन्ने के ऊपर एक छोटी-सी सूचना।',
  openChat: 'चैट खोलें',
  browser: 'ब्राउज़र की सूचनाएँ',
  browserHint: 'दूसरे टैब में होने पर भी देखें कि किसने क्या लिखा।',
  denied:
    'आपका ब्राउज़र सफ़रनामा की सूचनाएँ रोक रहा है। उसकी सेटिंग में इस साइट को अनुमति दें (पते के पास वाला निशान), फिर उन्हें यहाँ चालू करें।',
  unsupported: 'यह ब्राउज़र सफ़रनामा की सूचनाएँ नहीं दिखा सकता।',
  insecure: 'सूचनाओं के लिए सुरक्षित पता चाहिए, जो https से शुरू होता है।',
  dismissed: 'जब तक आप ब्राउज़र में अनुमति नहीं देते, सूचनाएँ बंद रहेंगी।',
  firstTitle: 'सूचनाएँ चालू हैं',
  firstText: 'जब आप दूसरे टैब में होंगे, तब नए संदेश यहाँ दिखेंगे।',
  sound: 'संदेश की आवाज़',
  soundHint: 'जब आप दूसरे टैब में हों और संदेश आए, तो दो हल्के सुर।',
  picture: 'फ़ोटो',
  story: 'एक कहानी शेयर की',
  newMessage: 'नया संदेश',
} satisfies Translation<typeof english>;
