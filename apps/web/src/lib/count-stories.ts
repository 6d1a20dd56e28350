import { PLACE_NAME_STRINGS } from './place-name-strings.ts';

/** A number of stories: '1 story', '1,204 stories'. */
export function countStories(count: number): string {
  return PLACE_NAME_STRINGS.stories({ count });
}
