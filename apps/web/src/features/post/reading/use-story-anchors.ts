import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { StoryHeading } from '../story-html.ts';

/** Entries of the history whose anchor was gone to: Back to one of them returns to where one was instead. */
const visited = new Set<string>();

/** Goes to the headline that the address names, once for each entry of the history, and moves the focus there. */
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

/** Which headline the reader is under; undefined above the first, and where nothing tells. */
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
      // The line that a headline must have crossed: a third of the window down, and everything above it.
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

/** The address keeps letters of other scripts percent-encoded. */
function decodeAnchor(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
