import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { readView } from '../lib/entry-views.ts';

/** How long to wait for the heading or link while the page's script and data load. */
const TIMEOUT_MS = 10_000;

/**
 * Focuses the heading after a navigation, so that screen readers announce the page and Tab continues from there; after
 * Back, the link by which the page was left. Does nothing on the first page, which browsers announce themselves, on a
 * page that focuses an element of its own (the composer of a conversation), and after a key press or a click in the
 * meantime.
 */
export function FocusManager() {
  const { key, pathname } = useLocation();
  const isHistoryMove = useNavigationType() === 'POP';
  const lastPathname = useRef(pathname);

  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    return focusPage(isHistoryMove ? readView(key)?.clickedHref : undefined);
  }, [pathname]);

  return null;
}

/**
 * Focuses the heading of the page as soon as it appears, and its replacement when the page has loaded.
 *
 * @param href - of a link, which is focused instead of the heading once it appears.
 * @returns a function that stops waiting; undefined if there is no page.
 */
function focusPage(href: string | null | undefined): (() => void) | undefined {
  const main = document.getElementById('main');
  if (!main) return undefined;
  let focused: Element = main;
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  const focusIfFree = () => {
    // A string of JSON is one of CSS, too; undefined is the address of no link.
    const link = main.querySelector<HTMLElement>(`a[href=${JSON.stringify(href)}]`);
    const target = link ?? main.querySelector('h1');
    const { activeElement } = document;
    if (!target || target === activeElement) return;
    if (activeElement !== focused && main.contains(activeElement)) return stop();
    if (!link) target.tabIndex = -1;
    target.focus({ preventScroll: true });
    focused = target;
  };
  const observer = new MutationObserver(focusIfFree);
  const timer = setTimeout(stop, TIMEOUT_MS);
  observer.observe(main, { childList: true, subtree: true });
  document.addEventListener('keydown', stop, { once: true });
  document.addEventListener('pointerdown', stop, { once: true });
  focusIfFree();
  return stop;
}
