import { onSessionEnd } from './session-end.ts';
import { createUserList } from './user-list.ts';

/** The latest searches of each user on this device. Cleared when the user's session ends. */
export const recentSearches = createUserList('safarnama:recent-searches', 8);

onSessionEnd(recentSearches.clear);
