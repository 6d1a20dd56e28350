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

  useLayoutEffect(() => {
    const element = list.current;
    const saved = navigationType === 'POP' && !wasVisible.current ? readView(key)?.listTop : undefined;
    wasVisible.current = element !== null && element.clientHeight > 0;
    return element && wasVisible.current && saved !== undefined ? restoreScroll(element, saved) : undefined;
  }, [key, navigationType, list]);

  const save = () => updateView(key, { listTop: list.current?.scrollTop ?? 0 });
  // A new entry, whose view does not exist earlier, shows the list where the previous one has left it.
  useEffect(() => {
    if (wasVisible.current && readView(key)?.listTop === undefined) save();
  }, [key]);
  return save;
}
