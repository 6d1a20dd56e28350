/** Moves the focus from a button that disappears to its message, from which the arrow keys continue. */
export function focusMessage(button: HTMLElement): void {
  button.closest('article')?.focus({ preventScroll: true });
}
