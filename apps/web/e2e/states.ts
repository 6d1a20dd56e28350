import type { ScreenState } from './screen-state.ts';
import { ACCOUNT_STATES } from './states-account.ts';
import { CHAT_STATES } from './states-chat.ts';
import { DRAFT_STATES } from './states-drafts.ts';
import { PICTURE_STATES } from './states-pictures.ts';
import { PUBLISHING_STATES } from './states-publishing.ts';
import { STORY_STATES } from './states-stories.ts';
import { VERSION_STATES } from './states-versions.ts';

/** Every screen in every state, for the accessibility tests and the screenshots. */
export const STATES: readonly ScreenState[] = [
  ...ACCOUNT_STATES,
  ...STORY_STATES,
  ...VERSION_STATES,
  ...DRAFT_STATES,
  ...PICTURE_STATES,
  ...PUBLISHING_STATES,
  ...CHAT_STATES,
];
