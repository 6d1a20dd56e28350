/**
 * The index of a history entry, which the router stores in its state.
 *
 * @returns 0 for the first page of this site in the tab, from which Back leaves the site.
 */
export function historyIndex(state: unknown): number {
  if (typeof state !== 'object' || state === null || !('idx' in state)) return 0;
  return typeof state.idx === 'number' ? state.idx : 0;
}
