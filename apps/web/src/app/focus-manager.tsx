import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** How long a page may take to have its heading: its script and its data are on their way. */
const HEADING_TIMEOUT_MS = 10_000;

/**
 * On a new path the heading takes the focus, so that a screen reader says where one is and Tab goes on from there.
 * Not on the first page, which browsers announce themselves, and not when the page has taken the focus to a part of
 * its own (a conversation's composer) or the person has moved on meanwhile.
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
 * Gives the focus to the page's heading as soon as there is one, and to the one that takes its place when the page
 * has loaded. @returns what gives up waiting.
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
