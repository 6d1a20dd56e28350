import { messageVersion } from './001-message-version.js';
import { storyText } from './002-story-text.js';
import { storyCounters } from './003-story-counters.js';
import type { Migration } from './migration.js';

/** All there are, in their order. One that was released stays as it is: what is wrong with it is the next one's task. */
export const MIGRATIONS: readonly Migration[] = [messageVersion, storyText, storyCounters];
