import { messageVersion } from './001-message-version.js';
import { storyText } from './002-story-text.js';
import { storyCounters } from './003-story-counters.js';
import { searchWords } from './004-search-words.js';
import { storyPlaces } from './005-story-places.js';
import { correctedPlaces } from './006-corrected-places.js';
import { placesInNewDistricts } from './007-places-in-new-districts.js';
import { nameSounds } from './008-name-sounds.js';
import { mergedTowns } from './009-merged-towns.js';
import { nameWords } from './010-name-words.js';
import { namesOfStates } from './011-names-of-states.js';
import { replacedIndexes } from './012-replaced-indexes.js';
import { visibleEmails } from './013-visible-emails.js';
import { statesBeforeTowns } from './014-states-before-towns.js';
import { detachedDrafts } from './015-detached-drafts.js';
import { placesWithAnd } from './016-places-with-and.js';
import { nameReadings } from './017-name-readings.js';
import type { Migration } from './migration.js';

/** All migrations, in order. A released migration is never changed: its errors are corrected by a new one. */
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
