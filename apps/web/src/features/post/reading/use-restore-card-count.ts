import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { readView, updateView } from '../../../lib/entry-views.ts';

/**
 * Loads as many cards as this history entry has shown before. Needed when Back leads to it after a reload, or after
 * another entry has loaded the list again.
 *
 * @param length - number of cards in the list.
 * @param canLoadMore - false while a page loads, after the last page, and after a failure.
 * @param onLoadMore - loads up to `count` more cards.
 */
export function useRestoreCardCount(
  length: number,
  canLoadMore: boolean,
  onLoadMore: (count: number) => void,
): void {
  const { key } = useLocation();
  const savedCount = useMemo(() => readView(key)?.cardCount ?? 0, [key]);

  useEffect(() => {
    updateView(key, { cardCount: Math.max(length, savedCount) });
  }, [key, length, savedCount]);
  useEffect(() => {
    if (canLoadMore && length < savedCount) onLoadMore(savedCount - length);
  });
}
