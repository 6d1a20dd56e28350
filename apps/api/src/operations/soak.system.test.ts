import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { computeSlope, evaluateSoak, type Sample } from '../../bench/soak/evaluate.js';
import { drawPlot } from '../../bench/soak/plot.js';
import { readMetrics, runSoak } from '../../bench/soak/run.js';

const SAMPLE: Sample = {
  minute: 0,
  heapUsed: 60_000_000,
  rss: 160_000_000,
  external: 20_000_000,
  handles: 12,
  p50: 10,
  p95: 100,
  requests: 1_000,
  sockets: 10,
  cpu: 0.4,
};
const IDLE = { handles: 8, files: 30 };
/** Builds one sample a minute for twenty minutes. */
const buildSamples = (override: (minute: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 20 }, (_, n) => ({ ...SAMPLE, minute: n + 1, ...override(n + 1) }));
const evaluate = (overrides: Partial<Parameters<typeof evaluateSoak>[0]>) =>
  evaluateSoak({
    minutes: 20,
    samples: buildSamples(() => ({})),
    before: IDLE,
    after: IDLE,
    requests: 20_000,
    messages: 900,
    unavailable: 0,
    errors: [],
    ...overrides,
  });

describe('evaluateSoak', () => {
  it('with a fluctuating heap and caches that fill up at first: finds no failure', () => {
    const samples = buildSamples((minute) => ({
      heapUsed: 60_000_000 + (minute % 3) * 700_000 - (minute < 5 ? (5 - minute) * 2_000_000 : 0),
    }));

    const { failures, summary } = evaluate({ samples });

    expect(failures).toEqual([]);
    expect(summary).toContain('soak: 20 min, 20000 requests, 900 messages, heap ');
  });

  it.each<[string, Partial<Parameters<typeof evaluateSoak>[0]>, RegExp]>([
    [
      'a heap that grows by 200 kB a minute',
      {
        samples: buildSamples((minute) => ({
          heapUsed: 60_000_000 + minute * 200_000 + (minute % 2) * 900_000,
        })),
      },
      /heap grows by (18|19|20)\d kB a minute/,
    ],
    [
      'a resident memory above 300 MB',
      { samples: buildSamples((minute) => ({ rss: minute === 3 ? 301_000_000 : 160_000_000 })) },
      /resident memory reached 301\.0 MB; 300\.0 are allowed/,
    ],
    ['handles that stay open', { after: { ...IDLE, handles: 14 } }, /handles without load grew from 8 to 14/],
    ['files that stay open', { after: { ...IDLE, files: 36 } }, /open files without load grew from 30 to 36/],
    ['an error', { errors: ['GET /: 500'] }, /1 errors, the first: GET \/: 500/],
    ['many rejected requests', { unavailable: 201 }, /201 of 20000 requests were rejected/],
  ])('with %s: finds a failure', (_case, overrides, failure) => {
    const { failures } = evaluate(overrides);

    expect(failures).toEqual([expect.stringMatching(failure)]);
  });

  it('with too few samples for a slope: says that the heap was not evaluated', () => {
    const samples = buildSamples((minute) => ({ heapUsed: 60_000_000 + minute * 200_000 })).slice(0, 5);

    const { failures, summary } = evaluate({ minutes: 5, samples });

    expect(failures).toEqual([]);
    expect(summary).toContain('(slope not evaluated: too few samples)');
  });

  it('computeSlope: returns the slope of the least-squares line', () => {
    const slope = computeSlope([
      [1, 3],
      [2, 5],
      [3, 4],
      [4, 8],
    ]);

    expect(slope).toBeCloseTo(1.4, 10);
  });
});

describe('readMetrics', () => {
  it('without a metric, or rejected: throws, because NaN would hide a leak', async () => {
    const server = createServer((_request, response) => response.writeHead(401).end('a 1\n'));
    server.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    const readMetric = await readMetrics(`http://127.0.0.1:${port}`);

    expect(readMetric('a')).toBe(1);
    expect(() => readMetric('b')).toThrow('The metric b is missing: 401 a 1');
  });
});

describe('a short soak of the built product', () => {
  it('finishes without errors, samples the process, closes everything it opened, and is plotted', async () => {
    const { samples, before, after, tally } = await runSoak({
      durationMs: 7_500,
      sampleIntervalMs: 2_500,
      idleMs: 4_500,
      userCount: 8,
      thinkMs: 150,
    });

    // Ignores rejected requests: on a busy machine the database may take longer than a request waits.
    const verdict = evaluateSoak({ ...tally, unavailable: 0, minutes: 0.125, samples, before, after });
    expect(verdict.failures).toEqual([]);
    expect(samples).toHaveLength(3);
    for (const { heapUsed, rss, handles, requests } of samples) {
      expect(heapUsed).toBeGreaterThan(10_000_000);
      expect(rss).toBeGreaterThan(heapUsed);
      expect(handles).toBeGreaterThan(0);
      expect(requests).toBeGreaterThan(0);
    }
    expect(tally.requests).toBeGreaterThan(30);
    expect(tally.messages).toBeGreaterThan(0);
    expect(tally.events).toBeGreaterThan(8);
    expect([...tally.actions.keys()]).toEqual(expect.arrayContaining(['sign in', 'chat', 'sign out']));
    const svg = drawPlot(samples, 'A short soak');
    expect(svg).toMatch(/^<svg .*<\/svg>\n$/s);
    expect(svg.match(/<polyline /g)).toHaveLength(7);
    expect(svg).not.toContain('NaN');
    console.log(verdict.summary);
  }, 120_000);
});
