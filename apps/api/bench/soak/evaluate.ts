import { median } from '../quantile.js';

/** Measurements of the process after a forced garbage collection. */
export interface Sample {
  /** Minutes since the start of the load. */
  minute: number;
  heapUsed: number;
  rss: number;
  external: number;
  /** Active resources, except connections to the database and to clients: their number depends on the load. */
  handles: number;
  /** Response times since the previous sample, in ms. */
  p50: number;
  p95: number;
  requests: number;
  sockets: number;
  /** CPU time of the API since the previous sample, as a fraction of one core. */
  cpu: number;
}

/** State of the process without load. */
interface IdleState {
  handles: number;
  files: number;
}

interface SoakResult {
  minutes: number;
  samples: readonly Sample[];
  before: IdleState;
  after: IdleState;
  requests: number;
  messages: number;
  /** 503 responses, and sockets closed before they connected. */
  unavailable: number;
  errors: readonly string[];
}

/** Caches, compiled code and pools fill up first: growth in the first quarter is not a leak. */
const WARM_UP_FRACTION = 0.25;
/** Maximum heap growth per minute: 33 bytes per request at some 3,000 requests a minute. */
const MAX_SLOPE_BYTES = 100_000;
/** Maximum resident memory of the process. */
const MAX_RSS_BYTES = 300_000_000;
/** Tolerance for busy machines, where the database may be slow. */
const MAX_UNAVAILABLE_FRACTION = 0.01;
/** Tolerance for short-lived timers and open files. */
const MAX_IDLE_GROWTH = 5;
/** Minimum number of samples after the warm-up for a meaningful slope. */
const MIN_SAMPLES = 5;

/** Slope of the least-squares line. */
export function computeSlope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const [covariance, variance] = points.reduce(
    ([xy, xx], [x, y]) => [xy + (x - meanX) * (y - meanY), xx + (x - meanX) ** 2],
    [0, 0],
  );
  return variance === 0 ? 0 : covariance / variance;
}

const toMegabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

/** Evaluates a soak test. `failures` is empty when it passed. */
export function evaluateSoak(result: SoakResult): {
  summary: string;
  failures: string[];
} {
  const { minutes, samples, before, after, requests, messages, unavailable, errors } = result;
  const warmSamples = samples.filter(({ minute }) => minute >= minutes * WARM_UP_FRACTION);
  // A third of the samples after the warm-up, that is a quarter of the test.
  const quarterLength = Math.max(1, Math.floor(warmSamples.length / 3));
  const p95Of = (part: readonly Sample[]) => median(part.map(({ p95 }) => p95));
  const [early, late] = [
    p95Of(warmSamples.slice(0, quarterLength)),
    p95Of(warmSamples.slice(-quarterLength)),
  ];
  const slope =
    warmSamples.length < MIN_SAMPLES
      ? null
      : computeSlope(warmSamples.map(({ minute, heapUsed }) => [minute, heapUsed]));
  const maxRss = Math.max(...samples.map(({ rss }) => rss));
  const failures = [
    ...(errors.length > 0 ? [`${errors.length} errors, the first: ${errors[0]}`] : []),
    ...(unavailable > requests * MAX_UNAVAILABLE_FRACTION
      ? [`${unavailable} of ${requests} requests were rejected (503, or a socket closed before it connected)`]
      : []),
    ...(slope !== null && slope > MAX_SLOPE_BYTES
      ? [`the heap grows by ${(slope / 1000).toFixed(0)} kB a minute; ${MAX_SLOPE_BYTES / 1000} are allowed`]
      : []),
    ...(maxRss > MAX_RSS_BYTES
      ? [`the resident memory reached ${toMegabytes(maxRss)} MB; ${toMegabytes(MAX_RSS_BYTES)} are allowed`]
      : []),
    ...(after.handles > before.handles + MAX_IDLE_GROWTH
      ? [`handles without load grew from ${before.handles} to ${after.handles}`]
      : []),
    ...(after.files > before.files + MAX_IDLE_GROWTH
      ? [`open files without load grew from ${before.files} to ${after.files}`]
      : []),
  ];
  const summary =
    `soak: ${minutes} min, ${requests} requests, ${messages} messages, ` +
    `heap ${toMegabytes(warmSamples[0]?.heapUsed ?? 0)} -> ${toMegabytes(warmSamples.at(-1)?.heapUsed ?? 0)} MB ` +
    `(slope ${slope === null ? 'not evaluated: too few samples' : `${(slope / 1000).toFixed(1)} kB/min`}), ` +
    `handles ${before.handles} -> ${after.handles}, ` +
    `files ${before.files} -> ${after.files}, ` +
    `rejected ${unavailable}, p95 ${early.toFixed(0)} -> ${late.toFixed(0)} ms (drift ${(late / early).toFixed(2)}), errors ${errors.length}`;
  return { summary, failures };
}
