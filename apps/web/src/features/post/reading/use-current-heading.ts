import { useEffect, useRef, useState } from 'react';
import type { StoryHeading } from '../story-html.ts';

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
