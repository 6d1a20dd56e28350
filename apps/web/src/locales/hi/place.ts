import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/place.ts';

export const messages = {
  place: 'जगह',
  liesIn: '<parent>{name}</parent> में',
  liesInDistrict: '<parent>{name} ज़िला</parent>, <region>{state}</region>',
  liesInNear: '<parent>{name}</parent> में, {city} के पास',
  otherNames: 'दूसरे नाम:',
  write: '{name} के बारे में लिखें',
  stories: 'कहानियाँ',
  people: 'जिन्होंने इस जगह के बारे में लिखा',
  message: 'संदेश भेजें',
  messageTo: '{name} को संदेश भेजें',
  nearby: 'कहानियों वाली सबसे नज़दीकी जगहें',
  within: '{name} की जगहें',
  noStories: '{name} की अभी कोई कहानी नहीं',
  noStoriesText: 'क्या आप वहाँ गए हैं? इसके बारे में पहली कहानी आप ही लिखें।',
  writeFirst: 'पहली कहानी लिखें',
  notFound: 'जगह नहीं मिली',
  notFoundText: 'लिंक ग़लत हो सकता है। जगह को ऊपर खोजकर देखें।',
} satisfies Translation<typeof english>;
