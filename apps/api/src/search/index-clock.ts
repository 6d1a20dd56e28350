/** The latest time that this process has issued or seen. */
let latest = 0;

/**
 * Returns the time of a write to a story, by which processes find changed and hidden stories. It is later than every
 * time that this process has issued or seen, even when its clock is behind that of another process.
 */
export function nextIndexedAt(): Date {
  latest = Math.max(Date.now(), latest + 1);
  return new Date(latest);
}

const MAX_AHEAD_MS = 86_400_000;

/**
 * Whether a time is less than a day ahead. A process with a wrong clock must not move the clocks of the others, or
 * their position in the writes, into the far future.
 */
export function isPlausible(time: number): boolean {
  return time < Date.now() + MAX_AHEAD_MS;
}

/** Advances the clock to the time of a write by another process. */
export function noteIndexedAt(time: number): void {
  if (isPlausible(time)) latest = Math.max(latest, time);
}
