import { startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useMediaQuery } from '../../../components/use-media-query.ts';
import { readView } from '../../../lib/entry-views.ts';

/** With one column: more cards than fit on the first screen. */
const NARROW_STEP = 4;
/** In a grid: two rows of a wide screen. */
const GRID_STEP = 6;
/** In a grid, the cards of the first page appear together: several rows are visible at once. */
const FIRST_GRID_CARDS = 20;

/**
 * The number of cards to render: a few more with each render, because the layout of 20 cards takes a third of a second
 * on a slow phone, during which it does not react to taps, and three frames on a wide screen, which a scroll shows.
 * What a history entry has shown before is rendered at once, so that its scroll position can be restored.
 *
 * @param length - number of cards in the list.
 */
export function useRenderedCount(length: number): number {
  const { key } = useLocation();
  const isNarrow = useMediaQuery('(width < 40rem)');
  const step = isNarrow ? NARROW_STEP : GRID_STEP;
  const [count, setCount] = useState(() =>
    Math.max(isNarrow ? step : FIRST_GRID_CARDS, readView(key)?.cardCount ?? 0),
  );

  useEffect(() => {
    if (count < length) startTransition(() => setCount(count + step));
  }, [count, length, step]);
  return Math.min(count, length);
}
