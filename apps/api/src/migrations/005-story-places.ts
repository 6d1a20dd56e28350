import { locateStories } from './locate-stories.js';

/** Gives stories from before the gazetteer the place that their location names. */
export const storyPlaces = locateStories('005-story-places');
