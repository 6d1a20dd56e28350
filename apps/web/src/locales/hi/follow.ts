import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/follow.ts';

export const messages = {
  follow: 'फ़ॉलो करें',
  following: 'फ़ॉलो कर रहे हैं',
  followAuthor: '{name} को फ़ॉलो करें',
  followingAuthor: '{name} को फ़ॉलो कर रहे हैं',
  failed: '{name} को फ़ॉलो या अनफ़ॉलो नहीं किया जा सका। कृपया फिर कोशिश करें।',
  followers: '{count, plural, one {# फ़ॉलोअर} other {# फ़ॉलोअर}}',
  places: 'इन कहानियों की जगहें:',
  statesWithStories: '36 राज्यों और केंद्र शासित प्रदेशों में से {count, number}',
  empty: 'यहाँ अभी कोई कहानी नहीं',
  emptyText: 'किसी लेखक को उनके पन्ने या उनकी कहानी से फ़ॉलो करें, फिर उनकी कहानियाँ यहाँ दिखेंगी।',
} satisfies Translation<typeof english>;
