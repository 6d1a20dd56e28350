import { type RefObject, useEffect, useState } from 'react';

/** Shorter movements are ignored as jitter of a finger. */
const MIN_MOVE_PX = 6;
/** While less of the story has been scrolled past, the actions at its beginning are still visible. */
const BEGINNING_PX = 480;

/** `resting`: the bar is at its position below the story. Otherwise it floats over the story, or is hidden. */
type ReadingBarState = 'hidden' | 'floating' | 'resting';

/**
 * Tracks scrolling through a story: hides the bar on the way down, shows it on the way up, and draws the reading
 * progress.
 *
 * @param frame - contains the story and, at its end, the bar.
 * @param line - its width shows the progress; written directly, because it changes with each frame.
 */
export function useReadingScroll(
  frame: RefObject<HTMLElement | null>,
  line: RefObject<HTMLElement | null>,
): ReadingBarState {
  const [state, setState] = useState<ReadingBarState>('hidden');
  useEffect(() => {
    let lastY = window.scrollY;
    let pending = 0;
    const update = () => {
      pending = 0;
      if (!frame.current) return;
      const { top, bottom } = frame.current.getBoundingClientRect();
      const height = window.innerHeight;
      const distance = bottom - top - height;
      const progress = distance <= 0 ? 1 : Math.min(Math.max(-top / distance, 0), 1);
      line.current?.style.setProperty('scale', `${progress} 1`);
      const moved = window.scrollY - lastY;
      if (bottom <= height) setState('resting');
      else if (-top < BEGINNING_PX) setState('hidden');
      else if (moved > MIN_MOVE_PX) setState('hidden');
      else if (moved < -MIN_MOVE_PX) setState('floating');
      else setState((current) => (current === 'resting' ? 'floating' : current));
      if (Math.abs(moved) > MIN_MOVE_PX) lastY = window.scrollY;
    };
    const schedule = () => {
      if (pending === 0) pending = requestAnimationFrame(update);
    };
    schedule();
    window.addEventListener('scroll', schedule, { passive: true });
    window.addEventListener('resize', schedule);
    return () => {
      cancelAnimationFrame(pending);
      window.removeEventListener('scroll', schedule);
      window.removeEventListener('resize', schedule);
    };
  }, [frame, line]);
  return state;
}
