/**
 * The index of a history entry, which the router stores in its state.
 *
 * @param fallback - for an entry without an index, such as one for an edited hash.
 * @returns 0 for the first page of this site in the tab, from which Back leaves the site.
 */
export function historyIndex(state: unknown, fallback = 0): number {
  if (typeof state !== 'object' || state === null || !('idx' in state)) return fallback;
  return typeof state.idx === 'number' ? state.idx : fallback;
}
