import { readFileSync } from 'node:fs';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { pictureQueue } from '../media/process-image.js';
import { type ChatMetrics, createChatMetrics } from './chat-metrics.js';
import { createHttpMetrics, type HttpMetrics } from './http-metrics.js';
import { registerMigrationMetrics } from './migration-metrics.js';
import { registerQueueMetrics } from './queue-metrics.js';
import type { QueueMonitor } from './queue-monitor.js';
import {
  createStorageMetrics,
  registerDatabaseMetrics,
  registerDiskMetrics,
  type StorageMetrics,
} from './storage-metrics.js';

/** Figures of this process for operators; docs/operations.md tells what to do about them. */
export interface Metrics extends HttpMetrics, ChatMetrics, StorageMetrics {
  /** The Prometheus text format. */
  text(): Promise<string>;
  contentType: string;
  close(): void;
}

/** What is asked at each scrape. */
interface MetricsSources {
  socketCount(): number;
  userCount(): number;
  passwordQueue: QueueMonitor;
  isDatabaseUp(): boolean;
  /** Null where none is set. */
  isRedisUp: (() => boolean) | null;
  dataDir: string;
}

function readPackageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return String(Reflect.get(Object(manifest), 'version'));
}

/** Each app has a registry of its own, so that tests do not share one. */
export function createMetrics(sources: MetricsSources): Metrics {
  const { passwordQueue, isDatabaseUp, isRedisUp, dataDir } = sources;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'safarnama_build_info',
    help: 'Always 1; the version of the product and of Node',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: readPackageVersion(), node: process.version }, 1);
  if (isRedisUp) {
    new Gauge({
      name: 'safarnama_redis_up',
      help: 'Whether this process works with the others through Redis (1) or alone (0)',
      registers,
      collect() {
        this.set(isRedisUp() ? 1 : 0);
      },
    });
  }
  registerDiskMetrics(registry, dataDir);
  registerMigrationMetrics(registry);
  const unsubscribers = [
    registerQueueMetrics(registry, passwordQueue, 'safarnama_password', 'Passwords to be hashed or compared'),
    registerQueueMetrics(registry, pictureQueue, 'safarnama_picture', 'Pictures to be decoded and stored'),
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
