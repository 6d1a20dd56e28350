/** Text of the button in a toast that says what was done. */
export const messages = {
  undo: 'Undo',
} as const;
