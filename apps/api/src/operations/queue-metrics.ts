import { Counter, Histogram, type Registry } from 'prom-client';
import type { QueueMonitor } from '../lib/queue-monitor.js';
import { registerGauge } from './gauge.js';

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
  registerGauge(registry, `${prefix}_queue_depth`, `${jobs}: waiting and running`, () => queue.depth());
  registerGauge(
    registry,
    `${prefix}_queue_limit`,
    `${jobs}: maximum number waiting; further ones are rejected with 503`,
    () => queue.limit,
  );
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
