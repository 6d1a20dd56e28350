import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { PRODUCT_VERSION } from '../lib/product-version.js';
import type { QueueMonitor } from '../lib/queue-monitor.js';
import { pictureQueue } from '../media/picture-queue.js';
import { type ChatMetrics, createChatMetrics } from './chat-metrics.js';
import { registerGauge } from './gauge.js';
import { createHttpMetrics, type HttpMetrics } from './http-metrics.js';
import { registerMigrationMetrics } from './migration-metrics.js';
import { registerQueueMetrics } from './queue-metrics.js';
import {
  createStorageMetrics,
  registerDatabaseMetrics,
  registerDiskMetrics,
  type StorageMetrics,
} from './storage-metrics.js';

/** Metrics of this process. docs/operations.md explains what to do about them. */
export interface Metrics extends HttpMetrics, ChatMetrics, StorageMetrics {
  /** The Prometheus text format. */
  text(): Promise<string>;
  contentType: string;
  close(): void;
}

/** Values that are read at each scrape. */
interface MetricsSources {
  socketCount(): number;
  userCount(): number;
  passwordQueue: QueueMonitor;
  isDatabaseUp(): boolean;
  /** Null without REDIS_URL. */
  isRedisUp: (() => boolean) | null;
  dataDir: string;
}

/** Creates a registry of its own for each app, so that tests do not share one. */
export function createMetrics(sources: MetricsSources): Metrics {
  const { passwordQueue, isDatabaseUp, isRedisUp, dataDir } = sources;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'safarnama_build_info',
    help: 'Always 1; labelled with the versions of the product and of Node',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: PRODUCT_VERSION, node: process.version }, 1);
  if (isRedisUp) {
    registerGauge(
      registry,
      'safarnama_redis_up',
      'Whether this process is connected to the others through Redis (1) or works alone (0)',
      () => (isRedisUp() ? 1 : 0),
    );
  }
  registerDiskMetrics(registry, dataDir);
  registerMigrationMetrics(registry);
  const unsubscribers = [
    registerQueueMetrics(registry, passwordQueue, 'safarnama_password', 'Password hashes and comparisons'),
    registerQueueMetrics(registry, pictureQueue, 'safarnama_picture', 'Pictures to decode and store'),
    registerDatabaseMetrics(registry, isDatabaseUp),
  ];

  return {
    ...createHttpMetrics(registry),
    ...createChatMetrics(registry, sources),
    ...createStorageMetrics(registry),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    close() {
      for (const end of unsubscribers) end();
      registry.clear();
    },
  };
}
