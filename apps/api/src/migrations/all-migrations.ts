import { messageVersion } from './001-message-version.js';
import { storyText } from './002-story-text.js';
import { storyCounters } from './003-story-counters.js';
import type { Migration } from './migration.js';

/** All migrations, in order. A released migration is never changed: its errors are corrected by a new one. */
export const MIGRATIONS: readonly Migration[] = [messageVersion, storyText, storyCounters];
