import { locateStories } from './locate-stories.js';

const INDI = 'gn-1269751';
const INDIA = 'sf-india';

/**
 * The gazetteer now has the names of the states and the country in all scripts. Before, India in another script was
 * mistaken for the town of Indi, which sounds similar.
 */
export const namesOfStates = locateStories(
  '011-names-of-states',
  (stored, named) => stored === INDI && named === INDIA,
);
