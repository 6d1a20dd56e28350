import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { QueueWatch } from './queue-watch.js';

/** @param ours - begins the names: `safarnama_passwords`; `what` says in the help what the jobs are. */
export function watchQueue(registry: Registry, queue: QueueWatch, ours: string, what: string): () => void {
  const registers = [registry];
  const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
  new Gauge({
    name: `${ours}_queue_depth`,
    help: `${what} that wait and that run`,
    registers,
    collect() {
      this.set(queue.depth());
    },
  });
  new Gauge({
    name: `${ours}_queue_limit`,
    help: `${what} that may wait; more are refused with 503`,
    registers,
  }).set(queue.limit);
  const wait = new Histogram({
    name: `${ours}_queue_wait_seconds`,
    help: `${what}: time until the turn came`,
    buckets,
    registers,
  });
  const duration = new Histogram({
    name: `${ours}_duration_seconds`,
    help: `${what}: time until it was over, the wait included`,
    buckets,
    registers,
  });
  const refusals = new Counter({
    name: `${ours}_refusals_total`,
    help: `${what} that were refused because too many waited`,
    registers,
  });
  return queue.listen({
    began: (seconds) => wait.observe(seconds),
    ended: (seconds) => duration.observe(seconds),
    refused: () => refusals.inc(),
  });
}
