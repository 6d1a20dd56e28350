import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const LONG_PRESS_MS = 500;
/** The finger may move this far without cancelling the press. */
const MAX_MOVE_PX = 10;
/** A click or context menu within this time after the release belongs to the press. */
const RELEASE_MS = 300;

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
        suppressNextClick(() => {
          hasFired.current = false;
        });
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
  };
}

/**
 * Suppresses the click that ends a press, wherever it is: the menu may have opened under the finger. The browser may
 * also send none, so this ends with the next press or key, and some time after the release: a screen reader or a switch
 * clicks without pressing.
 *
 * @param onRelease - called that time after the release.
 */
function suppressNextClick(onRelease: () => void): void {
  const controller = new AbortController();
  const options = { capture: true, signal: controller.signal };
  const end = () => controller.abort();
  const suppress = (event: Event) => {
    end();
    event.preventDefault();
    event.stopPropagation();
  };
  const waitForClick = () => {
    setTimeout(() => {
      end();
      onRelease();
    }, RELEASE_MS);
  };
  window.addEventListener('click', suppress, options);
  window.addEventListener('pointerup', waitForClick, options);
  window.addEventListener('pointercancel', waitForClick, options);
  window.addEventListener('pointerdown', end, options);
  window.addEventListener('keydown', end, options);
}
