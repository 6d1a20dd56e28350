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
interface Rest {
  handles: number;
  files: number;
}

interface SoakFigures {
  minutes: number;
  samples: readonly Sample[];
  before: Rest;
  after: Rest;
  requests: number;
  messages: number;
  turnedAway: number;
  errors: readonly string[];
}

/** Caches, compiled code and pools fill: what grows in the first quarter is no leak yet. */
const WARM_UP_SHARE = 0.25;
/** With some 3,000 requests a minute: 34 bytes kept of each. */
const MAX_SLOPE_BYTES = 100_000;
/** A machine that does much else may hold the database up. */
const MAX_TURNED_AWAY_SHARE = 0.01;
/** Timers of the moment. */
const MAX_MORE_HANDLES = 5;
/** Under this many samples after the warm-up a line through them says nothing. */
const MIN_SAMPLES = 5;

/** Growth of y by one of x: the line with the least squares. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const [above, below] = points.reduce(
    ([xy, xx], [x, y]) => [xy + (x - meanX) * (y - meanY), xx + (x - meanX) ** 2],
    [0, 0],
  );
  return below === 0 ? 0 : above / below;
}

const median = (values: readonly number[]) =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

/** Says in one line what was seen, and what is wrong with it; nothing wrong is an empty list. */
export function judge(figures: SoakFigures): {
  line: string;
  faults: string[];
} {
  const { minutes, samples, before, after, requests, messages, turnedAway, errors } = figures;
  const warm = samples.filter(({ minute }) => minute >= minutes * WARM_UP_SHARE);
  const quarter = Math.max(1, Math.floor(warm.length / 3));
  const p95Of = (part: readonly Sample[]) => median(part.map(({ p95 }) => p95));
  const [early, late] = [p95Of(warm.slice(0, quarter)), p95Of(warm.slice(-quarter))];
  const slope = slopeOf(warm.map(({ minute, heapUsed }) => [minute, heapUsed]));
  const faults = [
    ...(errors.length > 0 ? [`${errors.length} errors, the first: ${errors[0]}`] : []),
    ...(turnedAway > requests * MAX_TURNED_AWAY_SHARE
      ? [`${turnedAway} of ${requests} requests were turned away with 503`]
      : []),
    ...(warm.length >= MIN_SAMPLES && slope > MAX_SLOPE_BYTES
      ? [`the heap grows by ${(slope / 1000).toFixed(0)} kB a minute; ${MAX_SLOPE_BYTES / 1000} are allowed`]
      : []),
    ...(after.handles > before.handles + MAX_MORE_HANDLES
      ? [`handles at rest grew from ${before.handles} to ${after.handles}`]
      : []),
    ...(after.files > before.files + MAX_MORE_HANDLES
      ? [`open files at rest grew from ${before.files} to ${after.files}`]
      : []),
  ];
  const line =
    `soak: ${minutes} min, ${requests} requests, ${messages} messages, ` +
    `heap ${megabytes(warm[0]?.heapUsed ?? 0)} -> ${megabytes(warm.at(-1)?.heapUsed ?? 0)} MB ` +
    `(slope ${(slope / 1000).toFixed(1)} kB/min), handles ${before.handles} -> ${after.handles}, ` +
    `files ${before.files} -> ${after.files}, ` +
    `turned away ${turnedAway}, p95 ${early.toFixed(0)} -> ${late.toFixed(0)} ms (drift ${(late / early).toFixed(2)}), errors ${errors.length}`;
  return { line, faults };
}
