import { endpoints } from '@safarnama/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { LIMIT_NAMES, type LimitName } from '../http/rate-limit-table.js';

/** Label for anything outside the table of endpoints: unknown paths and methods must not create series. */
const OTHER = 'other';

/** The methods of each path in the endpoint table. */
const METHODS = new Map<string, Set<string>>();
for (const key of Object.keys(endpoints)) {
  const [method = '', path = ''] = key.split(' ');
  const methods = METHODS.get(path) ?? new Set();
  METHODS.set(path, methods.add(method));
  if (method === 'GET') methods.add('HEAD');
}

interface RouteLabels {
  method: string;
  route: string;
}

/** Labels of requests outside of the endpoint table: a few fixed names, never paths. */
function readNonApiLabels({ method, originalUrl }: Request, { statusCode }: Response): RouteLabels {
  const labels = (route: string) => ({ method: method === 'HEAD' ? 'HEAD' : 'GET', route });
  if ((method !== 'GET' && method !== 'HEAD') || statusCode >= 400) return { method: OTHER, route: OTHER };
  if (originalUrl.startsWith('/api/docs/')) return labels('docs_asset');
  const path = originalUrl.split('?', 1)[0] ?? '';
  return labels(/\.\w+$/.test(path) ? 'asset' : 'page');
}

/** The route pattern that handled a request. No router has a path prefix, so the pattern is the whole path. */
function readRouteLabels(req: Request, res: Response): RouteLabels {
  const route: unknown = req.route?.path;
  const methods = typeof route === 'string' ? METHODS.get(route) : undefined;
  if (typeof route !== 'string' || methods === undefined) return readNonApiLabels(req, res);
  return { method: methods.has(req.method) ? req.method : OTHER, route };
}

export interface HttpMetrics {
  observeRequest: RequestHandler;
  rateLimitRejected(limit: LimitName): void;
}

/** Metrics of requests, and those that their routes imply: sent messages, and clients that catch up. */
export function createHttpMetrics(registry: Registry): HttpMetrics {
  const registers = [registry];
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the start of a request to the end of its response, by route pattern and status class',
    labelNames: ['method', 'route', 'class'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 6],
    registers,
  });
  const requestsTotal = new Counter({
    name: 'http_requests_total',
    help: 'Completed requests, by route pattern and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests without a complete response',
    registers,
  });
  const aborted = new Counter({
    name: 'http_requests_aborted_total',
    help: 'Requests whose client disconnected before the end of the response',
    registers,
  });
  const unhandledErrors = new Counter({
    name: 'safarnama_unforeseen_errors_total',
    help: 'Requests that failed with an unexpected error: response 500, with a stack trace in the log',
    registers,
  });
  const rateLimited = new Counter({
    name: 'safarnama_rate_limit_refusals_total',
    help: 'Requests rejected by a rate limit (429), by limit',
    labelNames: ['limit'],
    registers,
  });
  const messagesSent = new Counter({
    name: 'safarnama_messages_sent_total',
    help: 'Acknowledged messages: newly stored, or repeated by a client that missed the response',
    labelNames: ['result'],
    registers,
  });
  const catchUps = new Counter({
    name: 'safarnama_catch_ups_total',
    help: 'Pages that clients fetched after a disconnect: later messages, or changes of earlier ones',
    labelNames: ['kind'],
    registers,
  });
  // Present from the first scrape on, because a rate needs an initial zero.
  for (const limit of LIMIT_NAMES) rateLimited.inc({ limit }, 0);
  for (const result of ['stored', 'repeated']) messagesSent.inc({ result }, 0);
  for (const kind of ['messages', 'changes']) catchUps.inc({ kind }, 0);

  /**
   * Resolved once for each combination of labels: hashing them would cost more than the rest of a request's metrics.
   */
  const knownSeries = new Map<string, { duration: Histogram.Internal<string>; total: Counter.Internal }>();
  function seriesOf(method: string, route: string, status: number) {
    const key = `${method} ${route} ${status}`;
    const known = knownSeries.get(key);
    if (known) return known;
    const series = {
      duration: duration.labels({ method, route, class: `${Math.floor(status / 100)}xx` }),
      total: requestsTotal.labels({ method, route, status }),
    };
    knownSeries.set(key, series);
    return series;
  }

  function countDomainEvents(key: string, req: Request, { statusCode }: Response): void {
    if (key === 'POST /api/message/send/:receiverId') {
      if (statusCode === 201) messagesSent.inc({ result: 'stored' });
      if (statusCode === 200) messagesSent.inc({ result: 'repeated' });
    }
    if (statusCode !== 200) return;
    if (key === 'GET /api/message/:userId/changes') catchUps.inc({ kind: 'changes' });
    if (key === 'GET /api/message/:id' && 'after' in req.query) catchUps.inc({ kind: 'messages' });
  }

  return {
    observeRequest(req, res, next) {
      const startedAt = performance.now();
      inFlight.inc();
      // Emitted after `finish`, or without it when the client disconnected.
      res.once('close', () => {
        inFlight.dec();
        if (res.locals.isUnexpectedError) unhandledErrors.inc();
        if (!res.writableFinished) return aborted.inc();
        const { method, route } = readRouteLabels(req, res);
        const series = seriesOf(method, route, res.statusCode);
        series.duration.observe((performance.now() - startedAt) / 1000);
        series.total.inc();
        countDomainEvents(`${method} ${route}`, req, res);
      });
      next();
    },
    rateLimitRejected: (limit) => rateLimited.inc({ limit }),
  };
}
