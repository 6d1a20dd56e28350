import { LIMITS } from '@safarnama/contracts';
import { createStrings } from '../../i18n/strings.ts';
import { countStories } from '../../lib/count-stories.ts';
import { messages } from '../../locales/en/search.ts';

/** Texts of the search box, its suggestions and the page of results. */
export const SEARCH_STRINGS = createStrings('search', messages);

/** Number of found stories: '3 stories', '1,000+ stories' when the server has stopped counting. */
export function storyCount(count: number): string {
  if (count >= LIMITS.searchTotal) return SEARCH_STRINGS.moreStoriesThan({ count: LIMITS.searchTotal });
  return countStories(count);
}
