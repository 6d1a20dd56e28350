import { AppError } from '../http/app-error.js';

/** Told of each job of a queue, in seconds. */
interface QueueListener {
  /** A job's turn has come. */
  began(waitedSeconds: number): void;
  /** A job is over, however it ended; with the time that it waited. */
  ended(tookSeconds: number): void;
  /** A job found the queue full. */
  refused(): void;
}

/** What operators want to know of a queue of costly jobs. */
export interface QueueWatch {
  /** Jobs that wait and that run. */
  depth(): number;
  /** How many jobs may wait. */
  limit: number;
  /** @returns what ends it. */
  listen(listener: QueueListener): () => void;
  /**
   * Runs one job.
   *
   * @param enqueue - brings the job into its queue, and calls `begin` when the job's turn has come.
   */
  run<T>(enqueue: (begin: () => void) => Promise<T>): Promise<T>;
}

export function createQueueWatch(limit: number): QueueWatch {
  const listeners = new Set<QueueListener>();
  let depth = 0;

  return {
    depth: () => depth,
    limit,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async run(enqueue) {
      const enteredAt = performance.now();
      const seconds = () => (performance.now() - enteredAt) / 1000;
      let hasBegun = false;
      let isRefused = false;
      depth += 1;
      try {
        return await enqueue(() => {
          hasBegun = true;
          for (const listener of listeners) listener.began(seconds());
        });
      } catch (error) {
        // One that was begun and given up, since the machine is busy, did not find the queue full.
        isRefused = !hasBegun && error instanceof AppError && error.code === 'busy';
        throw error;
      } finally {
        depth -= 1;
        for (const listener of listeners) {
          if (isRefused) listener.refused();
          else listener.ended(seconds());
        }
      }
    },
  };
}
