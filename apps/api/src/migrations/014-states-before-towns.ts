import { locateStories } from './locate-stories.js';

/**
 * A state is now preferred to a town elsewhere that has its name: బీహార్ is Bihar, not Baihar, and named no place
 * before.
 */
export const statesBeforeTowns = locateStories('014-states-before-towns');
