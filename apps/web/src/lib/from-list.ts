/** Whether the state of a route says that the previous history entry is the list by whose link the page was opened. */
export function isFromList(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromList' in state && state.fromList === true;
}
