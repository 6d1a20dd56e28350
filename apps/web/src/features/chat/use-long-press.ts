import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const LONG_PRESS_MS = 500;
/** A finger is never quite still. */
const MAX_MOVE_PX = 10;

/**
 * Handlers for a place that a finger may rest on. A link keeps what the browser offers for it.
 *
 * @param onLongPress - given the place. The tap that ends it does nothing more.
 */
export function useLongPress(onLongPress: (target: HTMLElement) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const hasFired = useRef(false);
  const cancel = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  useEffect(() => cancel, []);

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      cancel();
      hasFired.current = false;
      const { currentTarget, target, pointerType, clientX: x, clientY: y } = event;
      if (pointerType !== 'touch' || (target instanceof Element && target.closest('a'))) return;
      const timer = setTimeout(() => {
        hasFired.current = true;
        onLongPress(currentTarget);
      }, LONG_PRESS_MS);
      press.current = { timer, x, y };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const start = press.current;
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > MAX_MOVE_PX) cancel();
    },
    onPointerUp: cancel,
    // The finger scrolls.
    onPointerCancel: cancel,
    onContextMenu: (event: MouseEvent) => {
      // Android's own menu for the same gesture; a mouse keeps it.
      if (press.current !== null || hasFired.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      if (!hasFired.current) return;
      hasFired.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
