import type { MouseEvent } from 'react';
import { NO_KEY } from '../lib/entry-views.ts';

/**
 * Ignores another click on the link whose page is still loading. The router compares the link with the page on the
 * screen, so it would add a second history entry, and the first Back would seem to do nothing.
 *
 * @param shownKey - of the history entry on the screen.
 */
export function ignoreRepeatedClick(shownKey: string, event: MouseEvent): void {
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
  if ((window.history.state?.key ?? NO_KEY) === shownKey || opensElsewhere) return;
  // The target of a click is an element.
  if ((event.target as Element).closest('a')?.href === window.location.href) event.preventDefault();
}
