import { createKeptChoice } from '../../lib/kept-choice.ts';

/*
 * What this person knows on this device of sign-ins elsewhere: `told`, by a message; `seen`, in the list. Each is the
 * time of the latest one, null while there is none.
 */

type Knowledge = 'told' | 'seen';

function knownUntil(knowledge: Knowledge, userId: string) {
  return createKeptChoice(`safarnama:sessions-${knowledge}:${userId}`);
}

export function readKnownUntil(knowledge: Knowledge, userId: string): string | null {
  return knownUntil(knowledge, userId).read();
}

/** From now on only later sign-ins are news. */
export function keepKnownUntil(knowledge: Knowledge, userId: string, createdAt: string): void {
  const kept = knownUntil(knowledge, userId);
  if (createdAt > (kept.read() ?? '')) kept.keep(createdAt);
}
