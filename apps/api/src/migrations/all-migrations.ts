import { messageVersion } from './001-message-version.js';
import { storyText } from './002-story-text.js';
import { storyCounters } from './003-story-counters.js';
import { searchWords } from './004-search-words.js';
import { replacedIndexes } from './012-replaced-indexes.js';
import { visibleEmails } from './013-visible-emails.js';
import { detachedDrafts } from './015-detached-drafts.js';
import type { Migration } from './migration.js';
import { nameReadings, nameSounds, nameWords } from './name-migrations.js';
import {
  correctedPlaces,
  mergedTowns,
  namesOfStates,
  placesInNewDistricts,
  placesWithAnd,
  statesBeforeTowns,
  storyPlaces,
} from './place-migrations.js';

/**
 * All migrations, in order. The name of a released migration never changes, and its errors are corrected by a new one.
 */
export const MIGRATIONS: readonly Migration[] = [
  messageVersion,
  storyText,
  storyCounters,
  searchWords,
  storyPlaces,
  correctedPlaces,
  placesInNewDistricts,
  nameSounds,
  mergedTowns,
  nameWords,
  namesOfStates,
  replacedIndexes,
  visibleEmails,
  statesBeforeTowns,
  detachedDrafts,
  placesWithAnd,
  nameReadings,
];
