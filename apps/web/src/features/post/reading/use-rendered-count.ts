import { startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useMediaQuery } from '../../../components/use-media-query.ts';
import { readView } from '../../../lib/entry-views.ts';

/** With one column, more cards than fit on the first screen. */
const STEP = 4;

/**
 * The number of cards to render: in one column, a few more with each render, because a slow phone takes a third of a
 * second for the layout of 20 cards, during which it does not react to taps. What a history entry has shown before is
 * rendered at once, so that its scroll position can be restored.
 *
 * @param length - number of cards in the list.
 */
export function useRenderedCount(length: number): number {
  const { key } = useLocation();
  const isGradual = useMediaQuery('(width < 40rem)');
  const [count, setCount] = useState(() => Math.max(STEP, readView(key)?.itemCount ?? 0));

  useEffect(() => {
    if (count < length) startTransition(() => setCount(isGradual ? count + STEP : length));
  }, [count, length, isGradual]);
  return isGradual ? Math.min(count, length) : length;
}
