import { focusContent } from './use-focus-lost.ts';

/**
 * Focuses the last button of the row after a row that is being removed, or of the one before it.
 *
 * @param focusFallback - for the only row; by default focuses the page's content.
 */
export function focusNextRow(row: HTMLElement, focusFallback: () => void = focusContent): void {
  const next = row.nextElementSibling ?? row.previousElementSibling;
  const button = [...(next?.querySelectorAll('button') ?? [])].at(-1);
  if (button) button.focus({ preventScroll: true });
  else focusFallback();
}
