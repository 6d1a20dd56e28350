/**
 * The number of an entry of the history, as the router writes it.
 *
 * @returns 0 for the first page of this site in the tab: what is before it is another site, or nothing.
 */
export function historyIndex(state: unknown): number {
  if (typeof state !== 'object' || state === null || !('idx' in state)) return 0;
  return typeof state.idx === 'number' ? state.idx : 0;
}
