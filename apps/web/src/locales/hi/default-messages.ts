import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/default-messages.ts';

export const messages = {
  signup: 'खाता नहीं बन सका',
  login: 'साइन इन नहीं हो सका',
  // The text of `not_authenticated` in `api-errors.ts`.
  checkAuth: 'आप साइन इन नहीं हैं।',
  logout: 'साइन आउट नहीं हो सका',
  updateProfile: 'प्रोफ़ाइल नहीं बदली जा सकी',
  createPost: 'कहानी प्रकाशित नहीं हो सकी',
  deletePost: 'कहानी हटाई नहीं जा सकी',
  updatePost: 'कहानी बदली नहीं जा सकी',
  getPost: 'कहानी नहीं मिली',
  getPosts: 'कहानियाँ लोड नहीं हो सकीं',
  myPosts: 'कहानियाँ लोड नहीं हो सकीं',
  messageSend: 'संदेश भेजा नहीं जा सका',
  other: 'कुछ गड़बड़ हो गई',
  tryAgainIn: 'आपने बहुत ज़्यादा बार कोशिश की है। कृपया {minutes, number} मिनट बाद फिर कोशिश करें।',
} satisfies Translation<typeof english>;
