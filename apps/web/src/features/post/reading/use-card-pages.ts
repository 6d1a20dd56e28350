import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import { EMPTY_LIST, type ListPage, useBlogStore } from '../../../stores/blog.store.ts';

/**
 * A list of cards that belongs to one page alone (what was searched, one's bookmarks, a person's stories). On the
 * way back it stands as it was left; otherwise it is asked for anew.
 *
 * @param key - what is listed, unique among all lists (`search:jaipur`); a new key is another list.
 * @param load - one page of it; null is the first.
 */
export function useCardPages(key: string, load: (cursor: string | null) => Promise<ListPage>) {
  const list = useBlogStore(({ cachedLists }) => cachedLists[key]) ?? EMPTY_LIST;
  const fetchList = useBlogStore((state) => state.fetchList);
  const isBack = useNavigationType() === 'POP';
  const latest = useRef({ load, isBack });
  latest.current = { load, isBack };

  useEffect(() => {
    const cachedList = useBlogStore.getState().cachedLists[key];
    if (latest.current.isBack && cachedList?.cursor !== undefined) return;
    void fetchList(key, (cursor) => latest.current.load(cursor), null);
  }, [key, fetchList]);

  const { cursor } = list;
  return {
    ...list,
    onLoadFirst: () => void fetchList(key, load, null),
    onLoadMore: () => {
      if (typeof cursor === 'string') void fetchList(key, load, cursor);
    },
  };
}
