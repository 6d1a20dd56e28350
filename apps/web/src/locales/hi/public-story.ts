import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/public-story.ts';

export const messages = {
  invitation: 'सफ़रनामा के साथ आगे पढ़िए',
  invitationText:
    'कहानियाँ पसंद और बुकमार्क करने, उन पर टिप्पणी करने, और निकलने से पहले {name} से कुछ भी पूछने के लिए साइन इन करें।',
  signUp: 'साइन अप करें',
  unavailable: 'कहानियाँ अभी उपलब्ध नहीं हैं',
  unavailableText: 'कृपया थोड़ी देर में फिर कोशिश करें।',
  defaultPicture: 'सूर्योदय के समय वाराणसी के घाटों के सामने नदी में नावें, और सफ़रनामा शब्द',
} satisfies Translation<typeof english>;
