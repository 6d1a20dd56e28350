import { availableParallelism } from 'node:os';
import { Piscina, queueOptionsSymbol } from 'piscina';
import { unavailable } from '../http/app-error.js';
import { offLoopCpuShares } from '../lib/cpu-shares.js';
import { createQueueMonitor, type QueueMonitor } from '../lib/queue-monitor.js';

/** A bcrypt call for a worker thread. */
export type HashJob =
  | { kind: 'hash'; secret: string; rounds: number }
  | { kind: 'compare'; secret: string; hash: string };

/** Piscina hands these options to the load balancer and does not copy them to the thread. */
interface QueueOptions {
  [queueOptionsSymbol]: { onStart(): void };
}

/** Maximum number of waiting jobs. Rejecting further sign-ins with 503 keeps the delay bounded. */
const QUEUE_LIMIT = 200;

/** Runs bcrypt in worker threads. */
export interface HashPool {
  /** @throws AppError 503 with `Retry-After` when the queue is full, 503 `stopping` when the pool is closed. */
  run(job: HashJob): Promise<string | boolean>;
  monitor: QueueMonitor;
  /** Terminates the threads and rejects unfinished jobs with 503. */
  close(): Promise<void>;
}

/**
 * Creates the pool. Its threads start with the first job.
 *
 * @param size - number of threads; by default one core stays free for the event loop.
 */
export function createHashPool(size = Math.max(1, availableParallelism() - 1)): HashPool {
  const monitor = createQueueMonitor(QUEUE_LIMIT, 'busy');
  let isClosed = false;
  const threads = new Piscina<HashJob & QueueOptions, string | boolean>({
    filename: new URL('./hash-worker.js', import.meta.url).href,
    name: 'runHashJob',
    minThreads: 0,
    maxThreads: size,
    idleTimeout: Number.POSITIVE_INFINITY,
    // Otherwise a job that finds no idle thread returns to the end of the queue.
    stricterFIFO: true,
    // The balancer assigns a job to a thread, so this is where a job starts.
    loadBalancer(task, workers) {
      const idle = workers.find((worker) => worker.currentUsage === 0);
      // The cast is safe: `enqueue` has set these options, and piscina types them as any object.
      if (idle) (task[queueOptionsSymbol] as QueueOptions[typeof queueOptionsSymbol]).onStart();
      return idle ?? null;
    },
  });

  function enqueue(job: HashJob, start: () => void): Promise<string | boolean> {
    if (threads.queueSize >= QUEUE_LIMIT) throw busy();
    let endShare = () => {};
    const onStart = () => {
      // Keeps the CPU time of hashing out of the budget of pictures that are processed at the same time.
      endShare = offLoopCpuShares.begin().end;
      start();
    };
    return threads.run({ ...job, [queueOptionsSymbol]: { onStart } }).finally(() => endShare());
  }

  return {
    monitor,
    async run(job) {
      if (isClosed) throw stopping();
      try {
        return await monitor.run((start) => enqueue(job, start));
      } catch (error) {
        throw isClosed ? stopping() : error;
      }
    },
    async close() {
      isClosed = true;
      await threads.destroy();
    },
  };
}

const busy = () => unavailable('busy', 'Many people are signing in. Please try again in a moment.', 5);
const stopping = () => unavailable('stopping', 'The server is restarting. Please try again in a moment.');
