import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { readView, updateView } from '../../../lib/entry-views.ts';
import type { StoryHeading } from '../story-html.ts';

/**
 * Scrolls to the heading in the URL hash and focuses it, once per history entry. Back and a reload restore the scroll
 * position instead, and a page that the browser has scrolled to the heading before the app runs keeps its position.
 */
export function useScrollToAnchor(headings: readonly StoryHeading[]): void {
  const { hash, key } = useLocation();
  const navigationType = useNavigationType();
  useEffect(() => {
    const id = decodeAnchor(hash.slice(1));
    if (!headings.some((heading) => heading.id === id) || readView(key)?.isAnchorShown) return;
    updateView(key, { isAnchorShown: true });
    if (navigationType === 'POP' && window.scrollY > 0) return;
    const element = document.getElementById(id);
    element?.scrollIntoView();
    element?.focus({ preventScroll: true });
  }, [hash, key, navigationType, headings]);
}

/** Decodes the percent-encoding that browsers apply to non-Latin letters in a hash. */
export function decodeAnchor(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
