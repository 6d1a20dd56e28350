import { createStrings } from '../../../i18n/strings.ts';
import { messages } from '../../../locales/en/story.ts';

/** Texts of the page of a story, author pages, My Posts and bookmarks. */
export const STORY_STRINGS = createStrings('story', messages);
