import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  observeRequest: RequestHandler;
  /** The Prometheus text format. */
  text(): Promise<string>;
  contentType: string;
  close(): void;
}

interface MetricsOptions {
  socketCount(): number;
  hashQueueDepth(): number;
  /** Null where none is set. */
  isRedisUp: (() => boolean) | null;
}

/** Figures of this process; each app has its own registry, so that tests do not share one. */
export function createMetrics({ socketCount, hashQueueDepth, isRedisUp }: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 6],
    registers: [registry],
  });
  new Gauge({
    name: 'sockets_open',
    help: 'Open Socket.IO connections',
    registers: [registry],
    collect() {
      this.set(socketCount());
    },
  });
  new Gauge({
    name: 'password_hashes_waiting',
    help: 'Password hashes that wait or run',
    registers: [registry],
    collect() {
      this.set(hashQueueDepth());
    },
  });
  if (isRedisUp) {
    new Gauge({
      name: 'redis_up',
      help: 'Whether this process works with the others through Redis (1) or alone (0)',
      registers: [registry],
      collect() {
        this.set(isRedisUp() ? 1 : 0);
      },
    });
  }

  return {
    observeRequest(req, res, next) {
      const end = duration.startTimer();
      res.on('finish', () => {
        // The pattern of the route, never the address: ids would make a series each.
        const route: unknown = req.route?.path;
        end({
          method: req.method,
          route: typeof route === 'string' ? route : 'other',
          status: res.statusCode,
        });
      });
      next();
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
    close: () => registry.clear(),
  };
}
