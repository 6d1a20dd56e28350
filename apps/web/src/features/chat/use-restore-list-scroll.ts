import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { readView, updateView } from '../../lib/entry-views.ts';
import { restoreScroll } from '../../lib/restore-scroll.ts';

/**
 * Restores the scroll position of a list after Back, Forward and a reload. A list that has stayed visible keeps its
 * position.
 *
 * @param list - the scrolling element; it may be hidden.
 * @returns the scroll handler of the list, which saves the position.
 */
export function useRestoreListScroll(list: RefObject<HTMLElement | null>): () => void {
  const { key } = useLocation();
  const navigationType = useNavigationType();
  const wasVisible = useRef(false);
  /** Whether the list was visible before this history entry, too. */
  const hasStayed = useRef(false);
  const handledKey = useRef<string>(undefined);

  useLayoutEffect(() => {
    const element = list.current;
    // In strict mode, the effect of the first entry runs twice.
    if (handledKey.current !== key) hasStayed.current = wasVisible.current;
    handledKey.current = key;
    const saved = navigationType === 'POP' && !hasStayed.current ? readView(key)?.listTop : undefined;
    wasVisible.current = element !== null && element.clientHeight > 0;
    return element && wasVisible.current && saved !== undefined ? restoreScroll(element, saved) : undefined;
  }, [key, navigationType, list]);

  const save = () => updateView(key, { listTop: list.current?.scrollTop ?? 0 });
  // The entry shows the list where the previous one has left it. The view of a new entry does not exist earlier.
  useEffect(() => {
    if (wasVisible.current && (hasStayed.current || readView(key)?.listTop === undefined)) save();
  }, [key]);
  return save;
}
