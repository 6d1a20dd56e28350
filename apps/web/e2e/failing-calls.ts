import type { Call } from './failing-call.ts';
import { ACCOUNT_CALLS } from './failing-calls-account.ts';
import { CHAT_CALLS } from './failing-calls-chat.ts';
import { DRAFT_CALLS } from './failing-calls-drafts.ts';
import { FOLLOWING_CALLS } from './failing-calls-following.ts';
import { PLACE_CALLS } from './failing-calls-places.ts';
import { PUBLISHING_CALLS } from './failing-calls-publishing.ts';
import { STORY_CALLS } from './failing-calls-stories.ts';

/** Every call that fails with a message, for the tests of failures and of the specification's sentences. */
export const CALLS: readonly Call[] = [
  ...ACCOUNT_CALLS,
  ...STORY_CALLS,
  ...DRAFT_CALLS,
  ...FOLLOWING_CALLS,
  ...PLACE_CALLS,
  ...PUBLISHING_CALLS,
  ...CHAT_CALLS,
];
