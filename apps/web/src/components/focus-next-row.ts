import { focusContent } from './use-focus-lost.ts';

/**
 * Focuses the last button of the row after (or, for the last row, before) a row that is being removed; otherwise the
 * page.
 */
export function focusNextRow(row: HTMLElement): void {
  const next = row.nextElementSibling ?? row.previousElementSibling;
  const button = [...(next?.querySelectorAll('button') ?? [])].at(-1);
  if (button) button.focus({ preventScroll: true });
  else focusContent();
}
