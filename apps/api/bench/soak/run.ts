import { setMaxListeners } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createBenchEnvironment, type ServerProcess } from '../environment.js';
import type { Sample } from './evaluate.js';
import { createHttpClient } from './http-client.js';
import { connectInspector, type Inspector } from './inspector.js';
import { createTally, quantile } from './tally.js';
import { createVirtualUser } from './virtual-user.js';

interface SoakOptions {
  durationMs: number;
  /** Between two looks into the process. */
  sampleIntervalMs: number;
  userCount: number;
  /** Between two things that one person does, at the middle. */
  thinkMs: number;
  /** Before the process is at rest: lines end, timers run out and people count as offline. */
  idleMs?: number;
  onSample?(sample: Sample): void;
}

/** Lines of the log, from `error` on. */
const ERROR_LOG_LINE = /^\{"level":(5|6)0.*$/gm;

/** CPU seconds that a process has used so far; Linux counts them in ticks of 10 ms. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** A figure of `/metrics`. */
async function readMetrics({ url }: ServerProcess) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

async function inspectorOf(api: ServerProcess): Promise<Inspector> {
  const url = /Debugger listening on (ws:\S+)/.exec(api.errors())?.[1];
  if (url === undefined) throw new Error(`the API opened no inspector: ${api.errors()}`);
  return connectInspector(url);
}

/**
 * The built product under a mixed load of people who sign in, read, write, chat and sign out, from this process; looked
 * into from outside, each time after a forced collection.
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
  // Each person listens.
  setMaxListeners(0, shutdown.signal);
  const environment = await createBenchEnvironment({
    nodeArgs: ['--inspect=127.0.0.1:0'],
    env: { RATE_LIMITS: 'on' },
  });
  try {
    const { api } = environment;
    const inspector = await inspectorOf(api);
    const client = createHttpClient(api.url);

    async function measure() {
      const [metric, memory] = [await readMetrics(api), await inspector.measure()];
      const sockets = metric('safarnama_sockets_open');
      const pool = metric('safarnama_database_connections_open');
      // What is there for others, and follows the load.
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
    await wait(idleMs);
    const before = await measure();
    tally.takeDurations();

    const samples: Sample[] = [];
    const start = performance.now();
    let [seenRequests, seenCpu, seenAt] = [tally.requests, cpuSeconds(api.pid), start];
    const running = virtualUsers.map((virtualUser) => virtualUser.runSessions());
    for (let next = sampleIntervalMs; next <= durationMs; next += sampleIntervalMs) {
      await wait(Math.max(0, start + next - performance.now()));
      const times = tally.takeDurations();
      const [now, cpu] = [performance.now(), cpuSeconds(api.pid)];
      const { heapUsed, rss, external, handles, sockets } = await measure();
      const sample: Sample = {
        minute: (now - start) / 60_000,
        ...{ heapUsed, rss, external, handles, sockets },
        p50: quantile(times, 0.5),
        p95: quantile(times, 0.95),
        requests: tally.requests - seenRequests,
        cpu: (cpu - seenCpu) / ((now - seenAt) / 1000),
      };
      [seenRequests, seenCpu, seenAt] = [tally.requests, cpu, now];
      samples.push(sample);
      onSample?.(sample);
    }
    shutdown.abort();
    await Promise.all(running);
    client.close();
    await wait(idleMs);
    const after = await measure();
    inspector.close();
    for (const [line] of api.output().matchAll(ERROR_LOG_LINE)) tally.errors.push(line);
    return { samples, before, after, tally };
  } finally {
    shutdown.abort();
    await environment.close();
  }
}
