import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { unavailable } from '../http/app-error.js';
import { offLoopCpuShares } from '../operations/cpu-shares.js';
import { createQueueMonitor, type QueueMonitor } from '../operations/queue-monitor.js';

/** What a worker thread is asked to do. */
export type HashJob =
  | { id: number; kind: 'hash'; secret: string; rounds: number }
  | { id: number; kind: 'compare'; secret: string; hash: string };
type NewJob = HashJob extends infer J ? (J extends HashJob ? Omit<J, 'id'> : never) : never;

interface Answer {
  id: number;
  result?: string | boolean;
  error?: string;
}
interface Pending {
  job: HashJob;
  /** To be called when a thread takes it. */
  begin(): void;
  resolve(result: string | boolean): void;
  reject(error: Error): void;
}

/** Jobs that may wait; beyond it sign-in answers 503 instead of an ever longer delay (quality: a bounded queue). */
const QUEUE_LIMIT = 200;

const stopping = () => unavailable('stopping', 'The server is stopping. Please try again in a moment');

/** Runs bcrypt away from the event loop. */
export interface HashPool {
  run(job: NewJob): Promise<string | boolean>;
  /** Jobs waiting and running. */
  depth(): number;
  watch: QueueMonitor;
  /** Ends the threads; jobs that are not done by then answer 503. */
  close(): Promise<void>;
}

/**
 * Makes the pool; its threads start with the first job. One core is left to the event loop.
 *
 * @throws (from `run`) AppError 503 with `Retry-After` when the queue is full.
 */
export function createHashPool(size = Math.max(1, availableParallelism() - 1)): HashPool {
  const idle: Worker[] = [];
  const workers = new Set<Worker>();
  const busy = new Map<Worker, Pending>();
  const queue: Pending[] = [];
  const watch = createQueueMonitor(QUEUE_LIMIT);
  let lastId = 0;
  let isClosed = false;

  function startWorker(): Worker {
    const worker = new Worker(new URL('./hash-worker.js', import.meta.url));
    workers.add(worker);
    worker.on('message', (answer: Answer) => {
      const pending = busy.get(worker);
      busy.delete(worker);
      idle.push(worker);
      if (answer.result === undefined) pending?.reject(new Error(answer.error ?? 'hashing failed'));
      else pending?.resolve(answer.result);
      if (!busy.size && !queue.length) for (const each of workers) each.unref();
      next();
    });
    // A thread that dies takes its one job with it; the next job gets a new thread.
    worker.on('error', (error) => {
      busy.get(worker)?.reject(error as Error);
      busy.delete(worker);
      workers.delete(worker);
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
      next();
    });
    return worker;
  }

  function next(): void {
    while (queue.length > 0 && !isClosed) {
      const worker = idle.pop() ?? (workers.size < size ? startWorker() : null);
      const pending = worker && queue.shift();
      if (!worker || !pending) return;
      busy.set(worker, pending);
      worker.ref();
      pending.begin();
      worker.postMessage(pending.job);
    }
  }

  function enqueue(job: NewJob, begin: () => void): Promise<string | boolean> {
    if (queue.length >= QUEUE_LIMIT) {
      return Promise.reject(
        unavailable('busy', 'Many people are signing in. Please try again in a moment', 5),
      );
    }
    return new Promise((resolve, reject) => {
      lastId += 1;
      queue.push({ job: { ...job, id: lastId } as HashJob, begin, resolve, reject });
      next();
    });
  }

  return {
    run(job) {
      if (isClosed) return Promise.reject(stopping());
      return watch.run(async (begin) => {
        let end: () => void = () => undefined;
        const start = () => {
          // What a password costs is not counted against a picture that is read meanwhile.
          end = offLoopCpuShares.begin().end;
          begin();
        };
        return await enqueue(job, start).finally(() => end());
      });
    },
    watch,
    depth: () => queue.length + busy.size,
    async close() {
      isClosed = true;
      for (const pending of [...queue.splice(0), ...busy.values()]) pending.reject(stopping());
      busy.clear();
      await Promise.all([...workers].map((worker) => worker.terminate()));
    },
  };
}
