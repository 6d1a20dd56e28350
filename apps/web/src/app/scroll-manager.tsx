import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** How long to wait after Back for the page to reach its former height. */
const RESTORE_MS = 2_000;

/** Scroll positions by history entry. */
const positions = new Map<string, number>();

/** Scrolls to the top after a navigation, and to the former position after Back and Forward. */
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
    // Set before anything scrolls, so that the former entry keeps its position.
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

/** Scrolls as soon as the page is high enough; stops when the user scrolls or after `RESTORE_MS`. */
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
