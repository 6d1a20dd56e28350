import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { type EntryView, readView, updateView } from '../lib/entry-views.ts';

/** How long to wait for the heading or link while the page's script and data load. */
const TIMEOUT_MS = 10_000;

/**
 * Focuses the heading after a navigation, so that screen readers announce the page and Tab continues from there; after
 * Back or Forward, the link by which the page was left, unless it is far from the restored scroll position. Does nothing
 * on the first page, which browsers announce themselves, on a page that focuses an element of its own (the composer of a
 * conversation), when the user began to type in the search box while the page was loading, and after a key press or
 * a click in the meantime, unless the focused heading is replaced.
 */
export function FocusManager() {
  const { key, pathname } = useLocation();
  // A copy from before the page is scrolled.
  const view = useNavigationType() === 'POP' ? { ...readView(key) } : {};
  const lastPathname = useRef(pathname);

  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    return focusPage(view);
  }, [pathname]);

  return null;
}

const listLinks = () => [...document.querySelectorAll<HTMLAnchorElement>('#main a')];

/**
 * Whether the focus is on an element that the page has not chosen: a heading, or the link that was followed, which the
 * page has hidden and which loses the focus in the next frame.
 */
function isLeftover(element: Element | null): boolean {
  return element instanceof HTMLElement && (element.tagName === 'H1' || element.offsetParent === null);
}

/** Saves which link of the page has been clicked, so that Back focuses it. @param key - of the history entry. */
export function saveClickedLink(key: string, target: EventTarget): void {
  // The target of a click is an element.
  const link = (target as Element).closest('a');
  const index = link ? listLinks().indexOf(link) : -1;
  updateView(key, { clickedLink: { index, href: link?.getAttribute('href') } });
}

/**
 * Focuses the heading of the page as soon as it appears, and its replacement when the page has loaded.
 *
 * @param view - of a page that is shown again: its clicked link is focused instead of the heading once it appears, and
 *   neither if it is far from the scroll position.
 * @returns a function that stops waiting; undefined if there is no page, or the user is typing.
 */
function focusPage({ clickedLink: clicked, scrollTop }: Partial<EntryView>) {
  const main = document.getElementById('main');
  const isTyping = document.activeElement?.getAttribute('data-edited-at') === window.location.href;
  if (!main || isTyping) return undefined;
  const listeners = new AbortController();
  const { signal } = listeners;
  let focused: Element = main;
  let hasInput = false;
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    listeners.abort();
  };
  const handleInput = () => {
    hasInput = true;
  };
  const focusIfFree = () => {
    let link = clicked && listLinks()[clicked.index];
    // The page may have other links than before.
    if (link?.getAttribute('href') !== clicked?.href) link = undefined;
    const target = link ?? main.querySelector('h1');
    const { activeElement } = document;
    if (!target || target === activeElement) return;
    // Tab would scroll to it. The page may not have been scrolled to its place yet.
    const top = target.getBoundingClientRect().top + window.scrollY;
    if (scrollTop !== undefined && Math.abs(top - scrollTop) > window.innerHeight) return;
    if (hasInput && (focused.isConnected || activeElement !== document.body)) return;
    if (activeElement !== focused && main.contains(activeElement) && !isLeftover(activeElement))
      return stop();
    if (!link) target.tabIndex = -1;
    target.focus({ preventScroll: true });
    focused = target;
  };
  const observer = new MutationObserver(focusIfFree);
  const timer = setTimeout(stop, TIMEOUT_MS);
  observer.observe(main, { childList: true, subtree: true });
  document.addEventListener('keydown', handleInput, { signal });
  document.addEventListener('pointerdown', handleInput, { signal });
  focusIfFree();
  return stop;
}
