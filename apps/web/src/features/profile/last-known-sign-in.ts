import { createPersistedChoice } from '../../lib/persisted-choice.ts';

/*
 * The latest sign-in on another device that this device has shown to the user: in a notice, or in the list of sessions.
 * Stored as an ISO 8601 time, null if there is none.
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
