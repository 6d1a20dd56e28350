import { type TouchEvent, useRef } from 'react';

/** A shorter movement is a tap or the beginning of a scroll. */
const MIN_DISTANCE_PX = 40;

interface SwipeHandlers {
  onTouchStart: (event: TouchEvent) => void;
  onTouchEnd: (event: TouchEvent) => void;
  onTouchCancel: () => void;
}

/**
 * Recognizes horizontal swipes with one finger. The browser still scrolls and zooms, and a swipe on a zoomed page moves
 * that page only.
 *
 * @param onSwipe - receives 1 for a swipe forward (to the left, or on a right-to-left page to the right), otherwise -1.
 */
export function useSwipe(onSwipe: (direction: 1 | -1) => void): SwipeHandlers {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart({ touches }) {
      const touch = touches[0];
      const isZoomed = (window.visualViewport?.scale ?? 1) > 1.01;
      start.current =
        touch && touches.length === 1 && !isZoomed ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd({ changedTouches }) {
      const touch = changedTouches[0];
      if (!touch || !start.current) return;
      const [dx, dy] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
      start.current = null;
      const isForward = document.dir === 'rtl' ? dx > 0 : dx < 0;
      if (Math.abs(dx) >= MIN_DISTANCE_PX && Math.abs(dx) > 2 * Math.abs(dy)) onSwipe(isForward ? 1 : -1);
    },
    onTouchCancel() {
      start.current = null;
    },
  };
}
