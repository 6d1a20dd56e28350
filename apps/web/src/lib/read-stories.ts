import { createUserList } from './user-list.ts';

/** Ids of the stories that each user has opened on this device. */
export const readStories = createUserList('safarnama:read-stories', 1_000);
