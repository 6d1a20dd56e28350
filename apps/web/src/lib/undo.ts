/** How long a toast offers to undo a change, such as a deletion, in ms. */
export const UNDO_MS = 10_000;
