import type { IncomingMessage } from 'node:http';

/** Maximum time between two chunks of a large body. A slow connection is not limited while its bytes arrive. */
export const BODY_IDLE_MS = 10_000;

/**
 * Calls back once if no byte of a body arrives for `idleMs`: the memory reserved for the body of a stalled client would
 * otherwise stay reserved until the request times out. Call it when the body starts to be read. The time while the
 * server itself pauses the body does not count.
 */
export function watchIdleBody(req: IncomingMessage, idleMs: number, onIdle: () => void): void {
  const timer = setTimeout(() => {
    if (req.isPaused()) {
      timer.refresh();
      return;
    }
    stop();
    onIdle();
  }, idleMs);
  const restart = () => void timer.refresh();
  function stop(): void {
    clearTimeout(timer);
    req.off('data', restart).off('end', stop).off('close', stop);
  }
  req.on('data', restart).once('end', stop).once('close', stop);
}
