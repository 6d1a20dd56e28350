import { useEffect, useEffectEvent } from 'react';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { findNewCards, type LoadPage, readList } from '../../../stores/card-lists.ts';

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
  const cards = useBlogStore((state) => readList(state, key).cards);
  const cursor = useBlogStore((state) => readList(state, key).cursor);
  const isIdle = useBlogStore((state) => {
    const { isLoading, error } = readList(state, key);
    return !isLoading && error === null;
  });
  const isLoaded = cursor !== undefined && isIdle;
  const newCards = page ? findNewCards({ cards, cursor }, page.posts) : [];
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

  if (!page || newCards.length === 0) return null;
  return {
    count: newCards.length,
    isMore: page.nextCursor !== null && newCards.at(-1) === page.posts.at(-1),
    onShow: () => useBlogStore.getState().showNew(key),
  };
}
