import { AppError } from '../http/app-error.js';

/** Told of each job of a queue, in seconds. */
interface QueueListener {
  /** A job's turn has come. */
  started(waitSeconds: number): void;
  /** A job is over, however it ended; with the time that it waited. */
  finished(totalSeconds: number): void;
  /** A job found the queue full. */
  rejected(): void;
}

/** What operators want to know of a queue of costly jobs. */
export interface QueueMonitor {
  /** Jobs that wait and that run. */
  depth(): number;
  /** How many jobs may wait. */
  limit: number;
  /** @returns what ends it. */
  subscribe(listener: QueueListener): () => void;
  /**
   * Runs one job.
   *
   * @param enqueue - brings the job into its queue, and calls `begin` when the job's turn has come.
   */
  run<T>(enqueue: (start: () => void) => Promise<T>): Promise<T>;
}

export function createQueueMonitor(limit: number): QueueMonitor {
  const listeners = new Set<QueueListener>();
  let depth = 0;

  return {
    depth: () => depth,
    limit,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async run(enqueue) {
      const enqueuedAt = performance.now();
      const elapsedSeconds = () => (performance.now() - enqueuedAt) / 1000;
      let hasStarted = false;
      let isRejected = false;
      depth += 1;
      try {
        return await enqueue(() => {
          hasStarted = true;
          for (const listener of listeners) listener.started(elapsedSeconds());
        });
      } catch (error) {
        // One that was begun and given up, since the machine is busy, did not find the queue full.
        isRejected = !hasStarted && error instanceof AppError && error.code === 'busy';
        throw error;
      } finally {
        depth -= 1;
        for (const listener of listeners) {
          if (isRejected) listener.rejected();
          else listener.finished(elapsedSeconds());
        }
      }
    },
  };
}
