/** Maximum time to wait, after Back or a reload, until a page or list reaches its previous height. */
const RESTORE_MS = 10_000;
/** Events with which a user may start to scroll. */
const USER_INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls an element as soon as its content is tall enough; gives up after the user's next input or `RESTORE_MS`.
 *
 * @returns a function that gives up.
 */
export function restoreScroll(element: Element, top: number): () => void {
  const deadline = performance.now() + RESTORE_MS;
  let frame = 0;
  const stop = () => cancelAnimationFrame(frame);
  const step = () => {
    element.scrollTop = top;
    if (Math.abs(element.scrollTop - top) > 1 && performance.now() < deadline)
      frame = requestAnimationFrame(step);
  };
  step();
  for (const input of USER_INPUTS) window.addEventListener(input, stop, { once: true, passive: true });
  return () => {
    stop();
    for (const input of USER_INPUTS) window.removeEventListener(input, stop);
  };
}
