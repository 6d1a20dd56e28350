import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { QueueMonitor } from './queue-monitor.js';

/** @param prefix - begins the names: `safarnama_passwords`; `what` says in the help what the jobs are. */
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
    help: `${jobs} that wait and that run`,
    registers,
    collect() {
      this.set(queue.depth());
    },
  });
  new Gauge({
    name: `${prefix}_queue_limit`,
    help: `${jobs} that may wait; more are refused with 503`,
    registers,
  }).set(queue.limit);
  const wait = new Histogram({
    name: `${prefix}_queue_wait_seconds`,
    help: `${jobs}: time until the turn came`,
    buckets,
    registers,
  });
  const duration = new Histogram({
    name: `${prefix}_duration_seconds`,
    help: `${jobs}: time until it was over, the wait included`,
    buckets,
    registers,
  });
  const rejections = new Counter({
    name: `${prefix}_refusals_total`,
    help: `${jobs} that were refused because too many waited`,
    registers,
  });
  return queue.subscribe({
    started: (seconds) => wait.observe(seconds),
    finished: (seconds) => duration.observe(seconds),
    rejected: () => rejections.inc(),
  });
}
