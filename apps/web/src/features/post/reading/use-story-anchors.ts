import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { StoryHeading } from '../story-html.ts';

/**
 * History entries that were already scrolled to their anchor. For these entries, Back restores the scroll position
 * instead.
 */
const visited = new Set<string>();

/** Scrolls to the heading in the URL hash and focuses it, once per history entry. */
export function useScrollToAnchor(headings: readonly StoryHeading[]): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const id = decodeAnchor(hash.slice(1));
    if (!headings.some((heading) => heading.id === id) || visited.has(key + hash)) return;
    visited.add(key + hash);
    const element = document.getElementById(id);
    element?.scrollIntoView();
    element?.focus({ preventScroll: true });
  }, [hash, key, headings]);
}

/** Id of the heading being read; undefined above the first one, and without IntersectionObserver. */
export function useCurrentHeading(headings: readonly StoryHeading[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const headingsAbove = useRef(new Set<string>());
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return;
    headingsAbove.current.clear();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, rootBounds, boundingClientRect } of entries) {
          const isAbove = rootBounds !== null && boundingClientRect.top < rootBounds.bottom;
          if (isAbove) headingsAbove.current.add(target.id);
          else headingsAbove.current.delete(target.id);
        }
        setCurrent(headings.findLast(({ id }) => headingsAbove.current.has(id))?.id);
      },
      // A heading becomes current when it is in the top third of the window or above it.
      { rootMargin: '100000px 0px -66% 0px' },
    );
    for (const { id } of headings) {
      const element = document.getElementById(id);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [headings]);
  return current;
}

/** Decodes the percent-encoding that browsers apply to non-Latin letters in a hash. */
export function decodeAnchor(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
