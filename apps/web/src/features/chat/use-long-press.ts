import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const LONG_PRESS_MS = 500;
/** The finger may move this far without cancelling the press. */
const MAX_MOVE_PX = 10;

/**
 * Pointer handlers that detect a long press by touch. Links keep the browser's own menu.
 *
 * @param onLongPress - called with the element; the click that ends the press is suppressed.
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
    // Fires when the touch turns into scrolling.
    onPointerCancel: cancel,
    onContextMenu: (event: MouseEvent) => {
      // Suppresses Android's context menu for the same gesture, but not the one that a mouse opens.
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
