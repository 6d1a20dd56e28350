import { createPersistedChoice } from '../../lib/persisted-choice.ts';

/*
 * The time up to which this device has shown the user's sign-ins, in notices or in the list of sessions, in ISO 8601.
 * Null before the first use.
 */

const KEYS = { notice: 'safarnama:sessions-told', list: 'safarnama:sessions-seen' } as const;
type Source = keyof typeof KEYS;

function createChoice(source: Source, userId: string) {
  return createPersistedChoice(`${KEYS[source]}:${userId}`);
}

export function readLastKnownSignIn(source: Source, userId: string): string | null {
  return createChoice(source, userId).read();
}

/** Saves the time unless a later one is stored. */
export function saveLastKnownSignIn(source: Source, userId: string, createdAt: string): void {
  const choice = createChoice(source, userId);
  if (createdAt > (choice.read() ?? '')) choice.save(createdAt);
}
