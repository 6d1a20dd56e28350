/** Receives the progress of each job, with times in seconds. */
interface QueueListener {
  /** A job left the queue. */
  started(waitSeconds: number): void;
  /** A job ended, successfully or not. The time includes the wait. */
  finished(totalSeconds: number): void;
  /** The queue was full. */
  rejected(): void;
}

/** Observes a queue of expensive jobs. */
export interface QueueMonitor {
  /** Number of waiting and running jobs. */
  depth(): number;
  /** Maximum number of waiting jobs. */
  limit: number;
  /** @returns a function that unsubscribes. */
  subscribe(listener: QueueListener): () => void;
  /**
   * Runs one job.
   *
   * @param enqueue - queues the job, and calls `start` when the job leaves the queue.
   */
  run<T>(enqueue: (start: () => void) => Promise<T>): Promise<T>;
}

/**
 * @param limit - maximum number of waiting jobs.
 * @param fullCode - `code` of the error for a job that finds the queue full.
 */
export function createQueueMonitor(limit: number, fullCode: string): QueueMonitor {
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
        // A job that started and was aborted because the machine is busy did not find the queue full.
        isRejected = !hasStarted && error instanceof Error && Reflect.get(error, 'code') === fullCode;
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
