import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/not-found.ts';

export const messages = {
  title: 'पन्ना नहीं मिला',
  heading: 'रास्ता यहीं तक है',
  text: 'इस पते पर कोई पन्ना नहीं है।',
  toHome: 'होम पर लौटें',
} satisfies Translation<typeof english>;
