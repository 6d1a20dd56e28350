import { setMaxListeners } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createWorld, type Subject } from '../world.js';
import { createClient } from './client.js';
import { connectInspector, type Inspector } from './inspector.js';
import { createPerson } from './person.js';
import { createTally, quantile } from './tally.js';
import type { Sample } from './verdict.js';

interface SoakOptions {
  durationMs: number;
  /** Between two looks into the process. */
  everyMs: number;
  people: number;
  /** Between two things that one person does, at the middle. */
  thinkMs: number;
  /** Before the process is at rest: lines end, timers run out and people count as offline. */
  restMs?: number;
  onSample?(sample: Sample): void;
}

/** Lines of the log, from `error` on. */
const LOGGED_ERROR = /^\{"level":(5|6)0.*$/gm;

/** CPU seconds that a process has used so far; Linux counts them in ticks of 10 ms. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** A figure of `/metrics`. */
async function readFigures({ url }: Subject) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

async function inspectorOf(api: Subject): Promise<Inspector> {
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
  everyMs,
  people,
  thinkMs,
  restMs = 6_000,
  onSample,
}: SoakOptions) {
  const tally = createTally();
  const stopping = new AbortController();
  // Each person listens.
  setMaxListeners(0, stopping.signal);
  const world = await createWorld({ nodeArgs: ['--inspect=127.0.0.1:0'], env: { RATE_LIMITS: 'on' } });
  try {
    const { api } = world;
    const inspector = await inspectorOf(api);
    const client = createClient(api.url);

    async function look() {
      const [figure, insight] = [await readFigures(api), await inspector.look()];
      const sockets = figure('safarnama_sockets_open');
      const pool = figure('safarnama_database_connections_open');
      // What is there for others, and follows the load.
      const lines = pool + sockets + client.connections();
      const files = readdirSync(`/proc/${api.pid}/fd`).length - lines;
      return { ...insight, sockets, files, handles: insight.handles - lines };
    }

    const everybody: string[] = [];
    const crowd = Array.from({ length: people }, (_, n) =>
      createPerson({
        url: api.url,
        client,
        name: `यात्री ${n + 1}`,
        everybody,
        thinkMs,
        tally,
        signal: stopping.signal,
      }),
    );
    for (const person of crowd) await person.signUp();
    client.close();
    await wait(restMs);
    const before = await look();
    tally.takeTimes();

    const samples: Sample[] = [];
    const start = performance.now();
    let [seenRequests, seenCpu, seenAt] = [tally.requests, cpuSeconds(api.pid), start];
    const living = crowd.map((person) => person.live());
    for (let next = everyMs; next <= durationMs; next += everyMs) {
      await wait(Math.max(0, start + next - performance.now()));
      const times = tally.takeTimes();
      const [now, cpu] = [performance.now(), cpuSeconds(api.pid)];
      const { heapUsed, rss, external, handles, sockets } = await look();
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
    stopping.abort();
    await Promise.all(living);
    client.close();
    await wait(restMs);
    const after = await look();
    inspector.close();
    for (const [line] of api.output().matchAll(LOGGED_ERROR)) tally.errors.push(line);
    return { samples, before, after, tally };
  } finally {
    stopping.abort();
    await world.close();
  }
}
