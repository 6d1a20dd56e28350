import { unavailable } from '../http/app-error.js';

/** Runs costly jobs, a few at a time. */
interface JobQueue {
  /** @throws AppError 503 at once when too many wait. */
  run<T>(job: () => Promise<T>): Promise<T>;
}

/**
 * @param concurrency - jobs that run at the same time.
 * @param maxWaiting - jobs that may wait behind them.
 */
export function createJobQueue(concurrency: number, maxWaiting: number): JobQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  return {
    async run(job) {
      if (running < concurrency) {
        running += 1;
      } else {
        if (waiting.length >= maxWaiting) {
          throw unavailable('busy', 'Too many pictures are coming in. Please try again in a moment');
        }
        // Whoever ends hands its place over, so `running` stays as it is.
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      try {
        return await job();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
