import { setMaxListeners } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { readCpuSeconds } from '../cpu-seconds.js';
import { createBenchEnvironment } from '../environment.js';
import { connectInspector } from '../inspector.js';
import { quantile } from '../quantile.js';
import type { Sample } from './evaluate.js';
import { createHttpClient } from './http-client.js';
import { createTally } from './tally.js';
import { createVirtualUser } from './virtual-user.js';

interface SoakOptions {
  durationMs: number;
  /** Time between two samples. */
  sampleIntervalMs: number;
  userCount: number;
  /** Mean pause between two actions of a user, in ms. */
  thinkMs: number;
  /** Pause before each measurement without load, in which connections close, timers expire and users go offline. */
  idleMs?: number;
  onSample?(sample: Sample): void;
}

/** Log lines of level `error` and above. */
const ERROR_LOG_LINE = /^\{"level":(5|6)0.*$/gm;

/** Reads `/metrics`. Returns a function that looks up a metric by name. @throws Error for a missing metric. */
export async function readMetrics(url: string) {
  const response = await fetch(`${url}/metrics`);
  const text = await response.text();
  return (name: string) => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
    // Every comparison with NaN is false, so that a leak would not be found.
    if (value === undefined)
      throw new Error(`The metric ${name} is missing: ${response.status} ${text.slice(0, 200)}`);
    return Number(value);
  };
}

/**
 * Runs the built product under a mixed load of virtual users who sign in, read, write, chat and sign out. Each sample
 * is taken after a forced garbage collection.
 */
export async function runSoak({
  durationMs,
  sampleIntervalMs,
  userCount,
  thinkMs,
  idleMs = 6_000,
  onSample,
}: SoakOptions) {
  const tally = createTally();
  const shutdown = new AbortController();
  // Each virtual user adds a listener.
  setMaxListeners(0, shutdown.signal);
  const environment = await createBenchEnvironment({
    nodeArgs: ['--inspect=127.0.0.1:0'],
    env: { RATE_LIMITS: 'on' },
  });
  try {
    const { api } = environment;
    const inspector = await connectInspector(api);
    const client = createHttpClient(api.url);

    async function measure() {
      const [metric, memory] = [await readMetrics(api.url), await inspector.measure()];
      const sockets = metric('safarnama_sockets_open');
      const pool = metric('safarnama_database_connections_open');
      // The number of connections depends on the load: its growth is not a leak.
      const connections = pool + sockets + client.connections();
      const files = readdirSync(`/proc/${api.pid}/fd`).length - connections;
      return { ...memory, sockets, files, handles: memory.handles - connections };
    }

    const allUserIds: string[] = [];
    const virtualUsers = Array.from({ length: userCount }, (_, n) =>
      createVirtualUser({
        url: api.url,
        client,
        name: `यात्री ${n + 1}`,
        allUserIds,
        thinkMs,
        tally,
        signal: shutdown.signal,
      }),
    );
    for (const virtualUser of virtualUsers) await virtualUser.signUp();
    client.close();
    await delay(idleMs);
    const before = await measure();
    tally.takeDurations();

    const samples: Sample[] = [];
    const start = performance.now();
    let [previousRequests, previousCpu, previousAt] = [tally.requests, readCpuSeconds(api.pid), start];
    const running = virtualUsers.map((virtualUser) => virtualUser.runSessions());
    for (let next = sampleIntervalMs; next <= durationMs; next += sampleIntervalMs) {
      await delay(Math.max(0, start + next - performance.now()));
      const times = tally.takeDurations();
      const [now, cpu] = [performance.now(), readCpuSeconds(api.pid)];
      const { heapUsed, rss, external, handles, sockets } = await measure();
      const sample: Sample = {
        minute: (now - start) / 60_000,
        heapUsed,
        rss,
        external,
        handles,
        sockets,
        p50: quantile(times, 0.5),
        p95: quantile(times, 0.95),
        requests: tally.requests - previousRequests,
        cpu: (cpu - previousCpu) / ((now - previousAt) / 1000),
      };
      [previousRequests, previousCpu, previousAt] = [tally.requests, cpu, now];
      samples.push(sample);
      onSample?.(sample);
    }
    shutdown.abort();
    await Promise.all(running);
    client.close();
    await delay(idleMs);
    const after = await measure();
    inspector.close();
    for (const [line] of api.output().matchAll(ERROR_LOG_LINE)) tally.errors.push(line);
    return { samples, before, after, tally };
  } finally {
    shutdown.abort();
    await environment.close();
  }
}
