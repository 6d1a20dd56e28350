import type { UserKey } from './users.js';

/** Keys of the stories that a user has bookmarked. */
export const BOOKMARKS: Readonly<Partial<Record<UserKey, readonly string[]>>> = {
  meera: ['darjeeling-dawn', 'jodhpur-blue', 'likir-bread', 'root-bridge'],
  arjun: ['assi-boat', 'alappuzha-boat', 'root-bridge'],
  sneha: ['khuri-night'],
  karthik: ['college-street', 'munnar-leaves'],
};
