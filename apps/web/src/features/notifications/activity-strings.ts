import type { Notification } from '@safarnama/contracts';
import { createStrings } from '../../i18n/strings.ts';
import { messages } from '../../locales/en/activity.ts';

/** Texts for what other users did: the page of notifications and its settings. */
export const ACTIVITY_STRINGS = createStrings('activity', messages);

/** Names the users who did something: 'Meera', 'Meera and Ravi', 'Meera and 3 others'. */
export function nameOfPeople({ people, peopleCount }: Pick<Notification, 'people' | 'peopleCount'>): string {
  const [name = ACTIVITY_STRINGS.formerMember, second] = people.map(({ fullName }) => fullName);
  const others = peopleCount - 1;
  if (others <= 0) return name;
  if (others === 1 && second !== undefined) return ACTIVITY_STRINGS.twoPeople({ name, second });
  return ACTIVITY_STRINGS.manyPeople({ name, count: others });
}
