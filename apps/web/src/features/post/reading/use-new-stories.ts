import { useEffect, useEffectEvent } from 'react';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { countNewCards, type LoadPage, readList } from '../../../stores/card-lists.ts';

/** Interval between calls of `checkForNew`, which decides whether a check is due. */
const TICK_MS = 15_000;

/** Stories that were published while a list is shown. */
export interface NewStories {
  count: number;
  /** Whether there may be more than `count`. */
  isMore: boolean;
  onShow: () => void;
}

/**
 * Checks at most once a minute, while the page is visible and when it becomes visible again, whether a list has new
 * stories. The browser sends the ETag of the previous response, so that most checks get an empty 304.
 *
 * @param load - loads the first page, as the list does.
 * @returns null when there is nothing new.
 */
export function useNewStories(key: string, load: LoadPage): NewStories | null {
  const page = useBlogStore(({ freshPages }) => freshPages[key]);
  const count = useBlogStore((state) => (page ? countNewCards(readList(state, key), page.posts) : 0));
  const isMore = useBlogStore(
    (state) => !!page?.nextCursor && countNewCards(readList(state, key), page.posts.slice(-1)) === 1,
  );
  const isLoaded = useBlogStore((state) => {
    const { cursor, isLoading, error } = readList(state, key);
    return cursor !== undefined && !isLoading && error === null;
  });
  const loadPage = useEffectEvent(load);

  useEffect(() => {
    if (!isLoaded) return;
    const { checkForNew } = useBlogStore.getState();
    const check = () => {
      if (document.visibilityState === 'visible') void checkForNew(key, loadPage);
    };
    check();
    const timer = setInterval(check, TICK_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [key, isLoaded]);

  return count === 0 ? null : { count, isMore, onShow: () => useBlogStore.getState().showNew(key) };
}
