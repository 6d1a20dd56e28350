import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/index-page.ts';

export const messages = {
  description: 'सच्ची कहानियों से भारत को जानिए। यात्रियों की कहानियाँ पढ़िए, अपनी लिखिए, और लेखकों से सवाल पूछिए।',
  cardTitle: 'सफ़रनामा: सच्ची कहानियों से भारत को जानिए',
  cardDescription: 'यात्रियों की कहानियाँ पढ़िए, अपनी लिखिए, और लेखकों से सवाल पूछिए।',
  cardPicture: 'सूर्योदय के समय वाराणसी के घाटों के सामने नदी में नावें, और सफ़रनामा शब्द',
  noScript: 'कहानियाँ दिखाने के लिए सफ़रनामा को JavaScript चाहिए।',
} satisfies Translation<typeof english>;
