import { type AppError, unavailable } from '../http/app-error.js';

/** Limits how many costly jobs run at the same time. */
interface JobQueue {
  /** @throws AppError 503 immediately when the queue is full. */
  run<T>(job: () => Promise<T>): Promise<T>;
}

const uploadsBusy = () =>
  unavailable('uploads_busy', 'Too many pictures are being uploaded. Please try again in a moment.');

/**
 * @param concurrency - jobs that run at the same time.
 * @param maxPending - jobs that may wait.
 * @param createError - creates the error for a job that is rejected because the queue is full.
 */
export function createJobQueue(
  concurrency: number,
  maxPending: number,
  createError: () => AppError = uploadsBusy,
): JobQueue {
  const pending: (() => void)[] = [];
  let running = 0;

  return {
    async run(job) {
      if (running < concurrency) {
        running += 1;
      } else {
        if (pending.length >= maxPending) {
          throw createError();
        }
        // The finishing job hands its slot over, so `running` stays the same.
        await new Promise<void>((resolve) => pending.push(resolve));
      }
      try {
        return await job();
      } finally {
        const next = pending.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
