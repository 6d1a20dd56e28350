/** The latest time that this process has given or seen. */
let latest = 0;

/**
 * Returns the time of a write to a story, by which processes find what changed. Later than every earlier one that this
 * process has given or seen, even when its clock is behind another's.
 */
export function nextIndexedAt(): Date {
  latest = Math.max(Date.now(), latest + 1);
  return new Date(latest);
}

/** Advances the clock to the time of a write by another process. */
export function noteIndexedAt(time: number): void {
  // A wrong clock must not carry the others into the far future.
  if (time < Date.now() + 86_400_000) latest = Math.max(latest, time);
}
