import { createPersistedChoice } from '../../lib/persisted-choice.ts';

/*
 * What this person knows on this device of sign-ins elsewhere: `told`, by a message; `seen`, in the list. Each is the
 * time of the latest one, null while there is none.
 */

type Source = 'told' | 'seen';

function createChoice(source: Source, userId: string) {
  return createPersistedChoice(`safarnama:sessions-${source}:${userId}`);
}

export function readLastKnownSignIn(source: Source, userId: string): string | null {
  return createChoice(source, userId).read();
}

/** From now on only later sign-ins are news. */
export function saveLastKnownSignIn(source: Source, userId: string, createdAt: string): void {
  const choice = createChoice(source, userId);
  if (createdAt > (choice.read() ?? '')) choice.save(createdAt);
}
