import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** How long a page may take to grow to the height it had, on the way back. */
const RESTORE_MS = 2_000;

/** Where each entry of the history was scrolled to. */
const positions = new Map<string, number>();

/** To the top on each new path; to where one was on Back and Forward. */
export function ScrollManager() {
  const { key, pathname } = useLocation();
  const navigationType = useNavigationType();
  const current = useRef({ key, pathname });

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const savePosition = () => positions.set(current.current.key, window.scrollY);
    window.addEventListener('scroll', savePosition, { passive: true });
    return () => window.removeEventListener('scroll', savePosition);
  }, []);

  useLayoutEffect(() => {
    const hasPathChanged = current.current.pathname !== pathname;
    // Before anything scrolls: what follows belongs to the new entry, and must not overwrite the old one's place.
    current.current = { key, pathname };
    const saved = navigationType === 'POP' ? positions.get(key) : undefined;
    if (saved === undefined) {
      if (hasPathChanged) window.scrollTo(0, 0);
      return;
    }
    return restore(saved);
  }, [key, pathname, navigationType]);

  return null;
}

/** Scrolls there as soon as the page is high enough; gives up when the reader scrolls, or after a while. */
function restore(top: number): () => void {
  const deadline = performance.now() + RESTORE_MS;
  let frame = 0;
  const stop = () => cancelAnimationFrame(frame);
  const step = () => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) > 1 && performance.now() < deadline)
      frame = requestAnimationFrame(step);
  };
  step();
  window.addEventListener('wheel', stop, { once: true, passive: true });
  window.addEventListener('touchstart', stop, { once: true, passive: true });
  return () => {
    stop();
    window.removeEventListener('wheel', stop);
    window.removeEventListener('touchstart', stop);
  };
}
