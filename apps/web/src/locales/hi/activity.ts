import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/activity.ts';

export const messages = {
  title: 'सूचनाएँ',
  loading: 'आपकी सूचनाएँ लोड हो रही हैं…',
  loadFailed: 'आपकी सूचनाएँ लोड नहीं हो सकीं',
  more: 'पुरानी सूचनाएँ दिखाएँ',
  empty: 'अभी कोई सूचना नहीं',
  emptyText: 'पसंद, टिप्पणियाँ और फ़ॉलोअर यहाँ दिखते हैं।',
  unread: 'नई',
  settingsTitle: 'मुझे इनकी सूचना दें',
  loadingSettings: 'आपकी सूचना सेटिंग लोड हो रही हैं…',
  settingsFailed: 'आपकी सूचना सेटिंग लोड नहीं हो सकीं',
  saveFailed: 'आपकी सेटिंग सहेजी नहीं जा सकी। कृपया फिर कोशिश करें।',
  settings: {
    like: { label: 'पसंद', hint: 'जब कोई आपकी कहानी पसंद करे।' },
    comment: { label: 'टिप्पणियाँ', hint: 'जब कोई आपकी कहानी पर टिप्पणी करे।' },
    reply: { label: 'जवाब', hint: 'जब कोई आपकी टिप्पणी का जवाब दे।' },
    story: { label: 'नई कहानियाँ', hint: 'जब वे लोग कहानी प्रकाशित करें जिन्हें आप फ़ॉलो करते हैं।' },
    follow: { label: 'फ़ॉलोअर', hint: 'जब कोई आपको फ़ॉलो करने लगे।' },
  },
  formerMember: 'एक पूर्व सदस्य',
  twoPeople: '{name} और {second}',
  manyPeople: '{name} और {count, plural, one {# अन्य व्यक्ति} other {# अन्य लोगों}}',
  did: {
    like: '<people></people> ने <story></story> को पसंद किया',
    comment: '<people></people> ने <story></story> पर टिप्पणी की',
    reply: '<people></people> ने <story></story> पर आपकी टिप्पणी का जवाब दिया',
    story: '<people></people> ने <story></story> प्रकाशित की',
    follow: '<people></people> ने आपको फ़ॉलो करना शुरू किया',
  },
} satisfies Translation<typeof english>;
