import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** How long to wait for the heading of a page while its script and data load. */
const HEADING_TIMEOUT_MS = 10_000;

/**
 * Focuses the heading after a navigation, so that screen readers announce the page and Tab continues from there. Does
 * nothing on the first page, which browsers announce themselves, on a page that focuses an element of its own (the
 * composer of a conversation), and after a key press or a click in the meantime.
 */
export function FocusManager() {
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);

  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    return focusHeading();
  }, [pathname]);

  return null;
}

/**
 * Focuses the heading of the page as soon as it appears, and its replacement when the page has loaded.
 *
 * @returns a function that stops waiting.
 */
function focusHeading(): () => void {
  const main = document.getElementById('main');
  if (!main) return () => undefined;
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    document.removeEventListener('keydown', stop);
    document.removeEventListener('pointerdown', stop);
  };
  const focusIfFree = () => {
    const heading = main.querySelector('h1');
    if (!heading || heading === document.activeElement) return;
    if (hasFocusWithin(main)) return stop();
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(focusIfFree);
  const timer = setTimeout(stop, HEADING_TIMEOUT_MS);
  observer.observe(main, { childList: true, subtree: true });
  document.addEventListener('keydown', stop);
  document.addEventListener('pointerdown', stop);
  focusIfFree();
  return stop;
}

function hasFocusWithin(main: HTMLElement): boolean {
  const { activeElement } = document;
  return activeElement !== main && main.contains(activeElement);
}
