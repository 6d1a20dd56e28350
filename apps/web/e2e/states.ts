import type { ScreenState } from './screen-state.ts';
import { ACCOUNT_STATES } from './states-account.ts';
import { CHAT_STATES } from './states-chat.ts';
import { COMMENT_STATES } from './states-comments.ts';
import { DRAFT_STATES } from './states-drafts.ts';
import { FOLLOWING_STATES } from './states-following.ts';
import { MAP_STATES } from './states-map.ts';
import { PICTURE_STATES } from './states-pictures.ts';
import { PLACE_STATES } from './states-places.ts';
import { PUBLIC_STATES } from './states-public.ts';
import { PUBLISHING_STATES } from './states-publishing.ts';
import { SEARCH_STATES } from './states-search.ts';
import { STORY_STATES } from './states-stories.ts';
import { VERSION_STATES } from './states-versions.ts';

/** Every screen in every state, for the accessibility tests and the screenshots. */
export const STATES: readonly ScreenState[] = [
  ...ACCOUNT_STATES,
  ...STORY_STATES,
  ...SEARCH_STATES,
  ...MAP_STATES,
  ...COMMENT_STATES,
  ...FOLLOWING_STATES,
  ...VERSION_STATES,
  ...DRAFT_STATES,
  ...PICTURE_STATES,
  ...PLACE_STATES,
  ...PUBLISHING_STATES,
  ...PUBLIC_STATES,
  ...CHAT_STATES,
];
