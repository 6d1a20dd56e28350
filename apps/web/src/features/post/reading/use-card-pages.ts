import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { EMPTY_LIST, type ListPage } from '../../../stores/card-lists.ts';
import { useNewStories } from './use-new-stories.ts';

/**
 * The cards on a screen, such as search results, bookmarks or an author's stories. Going back or forward restores them
 * if the store still has them; any other navigation loads them again.
 *
 * @param key - identifies the list among all lists, such as `search:jaipur`.
 * @param load - loads the page at a cursor, null for the first; `count` overrides its number of cards.
 * @param isNewestFirst - false for a list in another order, in which a story at the top need not be new.
 */
export function useCardPages(
  key: string,
  load: (cursor: string | null, count?: number) => Promise<ListPage>,
  isNewestFirst = true,
) {
  const list = useBlogStore(({ cachedLists }) => cachedLists[key]) ?? EMPTY_LIST;
  const fetchList = useBlogStore((state) => state.fetchList);
  const { key: entryKey } = useLocation();
  const isHistoryNavigation = useNavigationType() === 'POP';
  const { cursor } = list;
  const loadFirst = () => void fetchList(key, (from) => load(from), null);
  const handleNavigation = useEffectEvent(() => {
    if (!isHistoryNavigation || cursor === undefined) loadFirst();
  });

  useEffect(() => handleNavigation(), [key, entryKey]);

  // A list on the screen becomes outdated when a story that was sent before has moved to another place or, in the
  // results of a search, has changed.
  const isOutdated = cursor === undefined && !list.isLoading && list.error === null;
  const handleOutdated = useEffectEvent(() => {
    // Otherwise the navigation has just begun to load it.
    if (useBlogStore.getState().cachedLists[key] === list) loadFirst();
  });
  useEffect(() => {
    if (isOutdated) handleOutdated();
  }, [isOutdated]);

  // A list without a key is never loaded, so it is not checked.
  const newStories = useNewStories(isNewestFirst ? key : '', load);
  return {
    ...list,
    newStories,
    onLoadFirst: loadFirst,
    onLoadMore: (count?: number) => {
      if (typeof cursor === 'string') void fetchList(key, (from) => load(from, count), cursor);
    },
  };
}
