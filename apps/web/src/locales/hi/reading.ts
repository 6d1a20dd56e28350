import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/reading.ts';

export const messages = {
  heroKicker: 'सफ़रनामा, यात्राओं की कहानियाँ',
  hero: 'सच्ची कहानियों से भारत को जानिए',
  heroText: 'रात की रेलगाड़ियाँ, पहली बारिश, ठीक वक़्त पर मिली चाय: उन्हीं की ज़ुबानी जो वहाँ थे।',
  readBlogs: 'कहानियाँ पढ़ें',
  writeBlog: 'कहानी लिखें',
  stories: 'राह से आई कहानियाँ',
  lists: 'कहानियों की सूचियाँ',
  newest: 'सबसे नई',
  mostLiked: 'इस महीने की पसंदीदा',
  following: 'मेरे लेखक',
  loadingStories: 'कहानियाँ लोड हो रही हैं…',
  moreStories: 'और कहानियाँ दिखाएँ',
  newStories: '{count, plural, one {# नई कहानी} other {# नई कहानियाँ}}',
  manyNewStories: '{count, number}+ नई कहानियाँ',
  read: 'पढ़ी हुई',
  bookmarked: 'बुकमार्क में है।',
  comments: '{count, plural, one {# <hidden>टिप्पणी,</hidden>} other {# <hidden>टिप्पणियाँ,</hidden>}}',
  likes: '{count, plural, one {# <hidden>पसंद</hidden>} other {# <hidden>पसंद</hidden>}}',
  endOfList: 'फ़िलहाल राह यहीं तक है।',
  noPostYet: 'अभी कोई कहानी नहीं',
  noPostYetText: 'डायरी का पहला पन्ना सबसे मुश्किल होता है। और सबसे अच्छा भी।',
  addPost: 'कहानी लिखें',
} satisfies Translation<typeof english>;
