/** How long a toast offers to undo a deletion, in ms. */
export const UNDO_MS = 10_000;
