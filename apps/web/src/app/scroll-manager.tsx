import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { openView, readView, updateView } from '../lib/entry-views.ts';
import { restoreScroll } from '../lib/restore-scroll.ts';

/**
 * Scrolls to the top after a navigation to another path, or to the same URL again if it has no hash; to the previous
 * position after Back, Forward and a reload.
 */
export function ScrollManager() {
  const { key, pathname, search, hash } = useLocation();
  const navigationType = useNavigationType();
  const url = pathname + search + hash;
  const current = useRef({ key, pathname, url });

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const savePosition = () => updateView(current.current.key, { scrollTop: window.scrollY });
    window.addEventListener('scroll', savePosition, { passive: true });
    return () => window.removeEventListener('scroll', savePosition);
  }, []);

  useLayoutEffect(() => {
    const previous = current.current;
    const isRepeated = previous.key !== key && previous.url === url && hash === '';
    // Set before anything scrolls, so that the previous entry keeps its position.
    current.current = { key, pathname, url };
    const saved = navigationType === 'POP' ? readView(key)?.scrollTop : undefined;
    openView(key, pathname, navigationType);
    if (saved !== undefined) return restoreScroll(document.documentElement, saved);
    if (previous.pathname !== pathname || isRepeated) {
      window.scrollTo(0, 0);
      return;
    }
    // The reader may have scrolled before the app started. The position is read in the next frame, since reading it
    // here would force the layout of the page within the task that renders it.
    const frame = requestAnimationFrame(() => updateView(key, { scrollTop: window.scrollY }));
    return () => cancelAnimationFrame(frame);
  }, [key, pathname, navigationType]);

  return null;
}
