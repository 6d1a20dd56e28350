import { readFileSync } from 'node:fs';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { pictureQueue } from '../media/process-image.js';
import { type ChatMetrics, createChatMetrics } from './chat-metrics.js';
import { createHttpMetrics, type HttpMetrics } from './http-metrics.js';
import { watchMigrations } from './migration-metrics.js';
import { watchQueue } from './queue-metrics.js';
import type { QueueWatch } from './queue-watch.js';
import { createStorageMetrics, type StorageMetrics, watchDatabase, watchDisk } from './storage-metrics.js';

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
  peopleCount(): number;
  passwordQueue: QueueWatch;
  isDatabaseUp(): boolean;
  /** Null where none is set. */
  isRedisUp: (() => boolean) | null;
  dataDir: string;
}

function ownVersion(): string {
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
  }).set({ version: ownVersion(), node: process.version }, 1);
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
  watchDisk(registry, dataDir);
  watchMigrations(registry);
  const listening = [
    watchQueue(registry, passwordQueue, 'safarnama_password', 'Passwords to be hashed or compared'),
    watchQueue(registry, pictureQueue, 'safarnama_picture', 'Pictures to be decoded and stored'),
    watchDatabase(registry, isDatabaseUp),
  ];

  return {
    ...createHttpMetrics(registry),
    ...createChatMetrics(registry, sources),
    ...createStorageMetrics(registry),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    close() {
      for (const end of listening) end();
      registry.clear();
    },
  };
}
