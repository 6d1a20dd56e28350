import { withTimeout } from '../../lib/with-timeout.ts';

/** Preparing and storing pictures of several megabytes takes time on a slow device. */
const TIMEOUT_MS = 30_000;

/** Writes of files to the device that are running, of all queues: a form that was left still stores its files. */
const running = new Set<Promise<void>>();

/** Registers a write, including the work before it. @returns the write. */
export function trackFileWrite(write: Promise<void>): Promise<void> {
  const forget = () => void running.delete(write);
  running.add(write);
  write.then(forget, forget);
  return write;
}

/** Waits for running writes, which may store pictures of a draft that has been removed in the meantime. */
export async function waitForFileWrites(): Promise<void> {
  if (running.size === 0) return;
  // A write that takes longer will probably never end.
  await withTimeout(Promise.allSettled(running), TIMEOUT_MS).catch(() => running.clear());
}
