import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { QueueMonitor } from '../lib/queue-monitor.js';

/**
 * Registers the metrics of a queue.
 *
 * @param prefix - of the metric names, such as `safarnama_password`.
 * @param jobs - what the jobs are, for the help texts.
 * @returns a function that unsubscribes from the queue.
 */
export function registerQueueMetrics(
  registry: Registry,
  queue: QueueMonitor,
  prefix: string,
  jobs: string,
): () => void {
  const registers = [registry];
  const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
  new Gauge({
    name: `${prefix}_queue_depth`,
    help: `${jobs}: waiting and running`,
    registers,
    collect() {
      this.set(queue.depth());
    },
  });
  new Gauge({
    name: `${prefix}_queue_limit`,
    help: `${jobs}: maximum number waiting; further ones are rejected with 503`,
    registers,
  }).set(queue.limit);
  const wait = new Histogram({
    name: `${prefix}_queue_wait_seconds`,
    help: `${jobs}: time in the queue`,
    buckets,
    registers,
  });
  const duration = new Histogram({
    name: `${prefix}_duration_seconds`,
    help: `${jobs}: total time, including the wait`,
    buckets,
    registers,
  });
  const rejections = new Counter({
    name: `${prefix}_refusals_total`,
    help: `${jobs}: rejected because the queue was full`,
    registers,
  });
  return queue.subscribe({
    started: (seconds) => wait.observe(seconds),
    finished: (seconds) => duration.observe(seconds),
    rejected: () => rejections.inc(),
  });
}
