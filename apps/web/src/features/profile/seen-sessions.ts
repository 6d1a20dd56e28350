import { createKeptChoice } from '../../lib/kept-choice.ts';

/** On this device: the latest sign-in that this person has seen in the list. */
function seenUntil(userId: string) {
  return createKeptChoice(`safarnama:sessions-seen:${userId}`);
}

/** When the last sign-in was that this person has seen here; null when they have not looked yet. */
export function readSeenUntil(userId: string): string | null {
  return seenUntil(userId).read();
}

/** What is shown is seen: only later sign-ins are new from now on. */
export function keepSeenUntil(userId: string, createdAt: string): void {
  const kept = seenUntil(userId);
  if (createdAt > (kept.read() ?? '')) kept.keep(createdAt);
}
