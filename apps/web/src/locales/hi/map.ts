import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/map.ts';

export const messages = {
  title: 'जगह के हिसाब से',
  allIndia: 'पूरा भारत',
  mapOf: '{name} का नक़्शा',
  skipMap: 'नक़्शा छोड़कर आगे बढ़ें',
  states: 'राज्य और केंद्र शासित प्रदेश',
  mostStories: 'सबसे ज़्यादा कहानियों वाली जगहें',
  placesIn: '{state} की जगहें',
  about: '{state} के बारे में',
  showAll: 'सभी {count, number} जगहें दिखाएँ',
  loading: 'नक़्शा लोड हो रहा है…',
  loadFailed: 'नक़्शा लोड नहीं हो सका',
  empty: 'यहाँ अभी कोई कहानी नहीं',
  emptyIndia: 'अभी तक किसी जगह के बारे में किसी ने नहीं लिखा। पहली कहानी नक़्शे पर पहला बिंदु बनाएगी।',
  emptyState: '{state} के बारे में अभी तक किसी ने नहीं लिखा। क्या आप वहाँ गए हैं?',
  write: 'पहली कहानी लिखें',
  notFound: 'जगह नहीं मिली',
  notFoundText: 'इस पते पर कोई राज्य या केंद्र शासित प्रदेश नहीं है।',
  summary:
    '36 राज्यों और केंद्र शासित प्रदेशों में से {states, number} की {stories, plural, one {# कहानी} other {# कहानियाँ}}',
  stateWithStories: '{state}, {stories, plural, one {# कहानी} other {# कहानियाँ}}',
  dot: '{others, plural, =0 {{name}} one {{name} और पास की # जगह} other {{name} और पास की # जगहें}}, {stories, plural, one {# कहानी} other {# कहानियाँ}}',
  mapOfIndia: 'भारत का नक़्शा',
  locationOf: 'भारत का नक़्शा: {state}',
  ownStatesMap: 'भारत का नक़्शा, जिसमें {names} की कहानियाँ हैं',
} satisfies Translation<typeof english>;
