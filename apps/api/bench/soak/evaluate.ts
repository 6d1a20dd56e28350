import { quantile } from './tally.js';

/** What was seen at one moment, after a forced collection. */
export interface Sample {
  /** Since the load began. */
  minute: number;
  heapUsed: number;
  rss: number;
  external: number;
  /** Without the connections of the database's pool and of clients, whose number follows the load. */
  handles: number;
  /** Of the requests since the sample before, in ms. */
  p50: number;
  p95: number;
  requests: number;
  sockets: number;
  /** Share of one core that the API took since the sample before. */
  cpu: number;
}

/** The process while nobody asks for anything, before the load and after. */
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
  unavailable: number;
  errors: readonly string[];
}

/** Caches, compiled code and pools fill: what grows in the first quarter is no leak yet. */
const WARM_UP_FRACTION = 0.25;
/** With some 3,000 requests a minute: 34 bytes kept of each. */
const MAX_SLOPE_BYTES = 100_000;
/** A machine that does much else may hold the database up. */
const MAX_UNAVAILABLE_FRACTION = 0.01;
/** Timers of the moment. */
const MAX_HANDLE_GROWTH = 5;
/** Under this many samples after the warm-up a line through them says nothing. */
const MIN_SAMPLES = 5;

/** Growth of y by one of x: the line with the least squares. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const [covariance, variance] = points.reduce(
    ([xy, xx], [x, y]) => [xy + (x - meanX) * (y - meanY), xx + (x - meanX) ** 2],
    [0, 0],
  );
  return variance === 0 ? 0 : covariance / variance;
}

const median = (values: readonly number[]) =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

/** Says in one line what was seen, and what is wrong with it; nothing wrong is an empty list. */
export function evaluateSoak(result: SoakResult): {
  summary: string;
  failures: string[];
} {
  const { minutes, samples, before, after, requests, messages, unavailable, errors } = result;
  const warmSamples = samples.filter(({ minute }) => minute >= minutes * WARM_UP_FRACTION);
  const quarter = Math.max(1, Math.floor(warmSamples.length / 3));
  const p95Of = (part: readonly Sample[]) => median(part.map(({ p95 }) => p95));
  const [early, late] = [p95Of(warmSamples.slice(0, quarter)), p95Of(warmSamples.slice(-quarter))];
  const slope = slopeOf(warmSamples.map(({ minute, heapUsed }) => [minute, heapUsed]));
  const failures = [
    ...(errors.length > 0 ? [`${errors.length} errors, the first: ${errors[0]}`] : []),
    ...(unavailable > requests * MAX_UNAVAILABLE_FRACTION
      ? [`${unavailable} of ${requests} requests were turned away with 503`]
      : []),
    ...(warmSamples.length >= MIN_SAMPLES && slope > MAX_SLOPE_BYTES
      ? [`the heap grows by ${(slope / 1000).toFixed(0)} kB a minute; ${MAX_SLOPE_BYTES / 1000} are allowed`]
      : []),
    ...(after.handles > before.handles + MAX_HANDLE_GROWTH
      ? [`handles at rest grew from ${before.handles} to ${after.handles}`]
      : []),
    ...(after.files > before.files + MAX_HANDLE_GROWTH
      ? [`open files at rest grew from ${before.files} to ${after.files}`]
      : []),
  ];
  const summary =
    `soak: ${minutes} min, ${requests} requests, ${messages} messages, ` +
    `heap ${megabytes(warmSamples[0]?.heapUsed ?? 0)} -> ${megabytes(warmSamples.at(-1)?.heapUsed ?? 0)} MB ` +
    `(slope ${(slope / 1000).toFixed(1)} kB/min), handles ${before.handles} -> ${after.handles}, ` +
    `files ${before.files} -> ${after.files}, ` +
    `turned away ${unavailable}, p95 ${early.toFixed(0)} -> ${late.toFixed(0)} ms (drift ${(late / early).toFixed(2)}), errors ${errors.length}`;
  return { summary, failures };
}
