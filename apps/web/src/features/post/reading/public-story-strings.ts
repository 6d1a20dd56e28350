import { createStrings } from '../../../i18n/strings.ts';
import { messages } from '../../../locales/en/public-story.ts';

/** Texts of the page of a public story, as guests see it. */
export const PUBLIC_STORY_STRINGS = createStrings('public-story', messages);
