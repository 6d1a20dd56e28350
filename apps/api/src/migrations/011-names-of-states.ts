import { locateStories } from './locate-stories.js';

const INDI = 'gn-1269751';
const INDIA = 'sf-india';

/**
 * The gazetteer now knows the states and the country in all scripts. Before, India in other letters was the town of Indi,
 * which sounds like it.
 */
export const namesOfStates = locateStories(
  '011-names-of-states',
  (stored, named) => stored === INDI && named === INDIA,
);
