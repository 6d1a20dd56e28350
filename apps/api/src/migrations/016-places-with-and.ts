import { locateStories } from './locate-stories.js';

/** '&' and the Hindi words for it are now read as 'and': 'Port Blair, Andaman & Nicobar' named no place before. */
export const placesWithAnd = locateStories('016-places-with-and');
