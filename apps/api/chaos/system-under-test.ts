import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Database, findFreePort, startDatabase } from '@safarnama/database';
import { processEnv } from '../src/config/env.js';
import { createRedisProcess, type RedisProcess } from '../test/redis-process.js';
import { createTcpProxy, type TcpProxy } from '../test/tcp-proxy.js';

const ENTRY = fileURLToPath(new URL('../dist/index.js', import.meta.url));
/** From the package `faketime` of Debian and Ubuntu, in its version for threads. */
const FAKETIME = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
].find((file) => existsSync(file));
/** Enough for a few hundred pictures, but small enough to be filled quickly. */
const DISK_MB = 48;
const START_TIMEOUT_MS = 120_000;
/** 9.5 s for in-flight requests, plus tolerance for a busy machine. */
const STOP_LIMIT_MS = 12_000;
const POLL_MS = 50;

/** Two API processes on one database, one Redis and one small disk, all connected through proxies. */
export interface SystemUnderTest {
  /** URLs of the two processes, through their proxies. */
  urls: readonly [string, string];
  mongodbUri: string;
  apis: readonly [Api, Api];
  clientProxies: readonly [TcpProxy, TcpProxy];
  databaseProxies: readonly [TcpProxy, TcpProxy];
  redisProxies: readonly [TcpProxy, TcpProxy];
  database: {
    kill(): void;
    freeze(): void;
    resume(): void;
    stop(): Promise<void>;
    start(): Promise<void>;
  };
  redis: RedisProcess;
  disk: { fill(): Promise<void>; free(): Promise<void> };
  /** Waits until both processes report that they are ready and connected to Redis. */
  ready(withinMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Reports a violated guarantee. */
export type ReportViolation = (violation: string) => void;

/** One process of the API. An exit that was not requested is reported as a violation. */
interface Api {
  start(): Promise<void>;
  /** Process id; undefined before the first start. */
  pid(): number | undefined;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGTERM. @returns the exit code and the time until the exit. */
  stop(): Promise<{ code: number | null; ms: number }>;
  freeze(): void;
  resume(): void;
  /** Sets the offset of its wall clock. */
  setClockOffset(offsetS: number): Promise<void>;
  /** Resident memory in bytes; 0 while it is not running. */
  memory(): number;
  /** Log lines of unexpected errors. */
  errorLines(): string[];
}

/** Mounts a small file system. @throws Error when this account may not do so. */
function mountDisk(folder: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder], { stdio: 'pipe' });
}

const unmountDisk = (folder: string) => execFileSync('umount', ['-l', folder]);

/** Attempts a mount: in a container, root often lacks the capability for it. */
function findMountProblem(): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'safarnama-chaos-mount-'));
  try {
    mountDisk(folder);
    unmountDisk(folder);
    return null;
  } catch (error) {
    return `a small file system cannot be mounted: ${(error as Error).message.trim().replaceAll('\n', ': ')}`;
  } finally {
    rmdirSync(folder);
  }
}

/** Reasons why faults of the disk or the clock cannot be injected here; null where they can. */
export function findMissingCapabilities(): { disk: string | null; clock: string | null } {
  return {
    disk: findMountProblem(),
    clock: FAKETIME === undefined ? 'the package faketime is not installed' : null,
  };
}

async function waitUntil(check: () => Promise<boolean>, withinMs: number, failure: string): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await check().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`${failure} within ${withinMs / 1000} s`);
    await delay(POLL_MS);
  }
}

async function createApi(
  env: Record<string, string>,
  clockFile: string,
  reportViolation: ReportViolation,
): Promise<Api> {
  let child: ChildProcess | null = null;
  /** Whether the process has been told to exit. */
  let isEnding = false;
  const errorLines: string[] = [];
  await writeFile(clockFile, '+0');

  function waitForExit(): Promise<unknown> {
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null) return Promise.resolve();
    return once(running, 'exit');
  }

  return {
    async start() {
      const { PATH = '' } = processEnv();
      const clock = {
        LD_PRELOAD: FAKETIME ?? '',
        FAKETIME_TIMESTAMP_FILE: clockFile,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      };
      const started = spawn(process.execPath, ['--enable-source-maps', ENTRY], {
        env: { PATH, ...env, ...(FAKETIME === undefined ? {} : clock) },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child = started;
      isEnding = false;
      started.once('exit', (code, signal) => {
        if (!isEnding) reportViolation(`A process of the API exited by itself: ${signal ?? code}`);
      });
      let remainder = '';
      started.stdout.setEncoding('utf8').on('data', (text: string) => {
        const lines = (remainder + text).split('\n');
        remainder = lines.pop() ?? '';
        errorLines.push(...lines.filter((line) => /"level":(50|60)/.test(line)));
      });
      await waitUntil(
        async () => (await fetch(`http://127.0.0.1:${env['PORT']}/health/live`)).ok,
        START_TIMEOUT_MS,
        'A process did not start',
      );
    },
    pid: () => child?.pid,
    async kill() {
      isEnding = true;
      const exited = waitForExit();
      child?.kill('SIGKILL');
      await exited;
    },
    async stop() {
      isEnding = true;
      const startedAt = performance.now();
      const exited = waitForExit();
      child?.kill('SIGTERM');
      await Promise.race([exited, delay(STOP_LIMIT_MS, undefined, { ref: false })]);
      return { code: child?.exitCode ?? null, ms: performance.now() - startedAt };
    },
    freeze: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    setClockOffset: (offsetS) => writeFile(clockFile, `${offsetS < 0 ? '' : '+'}${offsetS}`),
    memory() {
      try {
        const status = readFileSync(`/proc/${child?.pid}/status`, 'utf8');
        return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
      } catch {
        return 0;
      }
    },
    errorLines: () => errorLines,
  };
}

/** Mounts a small file system for pictures, where this account may do so. */
async function createDisk(folder: string): Promise<SystemUnderTest['disk'] & { close(): Promise<void> }> {
  await mkdir(folder);
  const isMounted = findMissingCapabilities().disk === null;
  if (isMounted) mountDisk(folder);
  const filler = path.join(folder, 'filler');
  return {
    async fill() {
      const file = await open(filler, 'w');
      const chunk = Buffer.alloc(64 * 1024);
      try {
        for (;;) await file.write(chunk);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(filler, { force: true }),
    async close() {
      if (isMounted) unmountDisk(folder);
    },
  };
}

/** Registers a function that ends a part of the system. They run in reverse order. */
type Defer = (cleanup: () => Promise<unknown>) => void;

async function startParts(
  reportViolation: ReportViolation,
  defer: Defer,
): Promise<Omit<SystemUnderTest, 'close'>> {
  if (!existsSync(ENTRY)) throw new Error(`${ENTRY} is missing: build the API first (npx turbo run build)`);
  const folder = await mkdtemp(path.join(tmpdir(), 'safarnama-chaos-'));
  defer(() => rm(folder, { recursive: true, force: true }));
  const databaseDir = path.join(folder, 'database');
  const dataDir = path.join(folder, 'data');
  const disk = await createDisk(dataDir);
  defer(disk.close);
  // First, since a missing redis-server is found out at once, and a missing database only by trying all engines.
  const redisPort = await findFreePort();
  const redis = createRedisProcess(redisPort, folder);
  defer(redis.kill);
  await redis.start();
  const databasePort = await findFreePort();
  const startEngine = () => startDatabase({ dataDir: databaseDir, env: processEnv(), port: databasePort });
  let engine: Database = await startEngine();
  defer(() => engine.stop());

  async function createProxy(port: number): Promise<TcpProxy> {
    const proxy = await createTcpProxy({ host: '127.0.0.1', port });
    defer(proxy.disconnect);
    await proxy.open();
    return proxy;
  }
  const createProxies = async (ports: readonly [number, number]) =>
    [await createProxy(ports[0]), await createProxy(ports[1])] as const;
  const databaseProxies = await createProxies([databasePort, databasePort]);
  const redisProxies = await createProxies([redisPort, redisPort]);
  const apiPorts = [await findFreePort(), await findFreePort()] as const;
  const clientProxies = await createProxies(apiPorts);

  const createApiProcess = async (index: 0 | 1) => {
    const uri = new URL(engine.uri);
    uri.port = String(databaseProxies[index].port);
    return createApi(
      {
        PORT: String(apiPorts[index]),
        DATA_DIR: dataDir,
        MONGODB_URI: uri.href,
        REDIS_URL: `redis://127.0.0.1:${redisProxies[index].port}`,
        JWT_SECRET: 'a-secret-for-chaos-alone-0123456789abcdef',
        PASSWORD_PEPPER: 'a-pepper-for-chaos-alone-0123456789abcdef',
        LOG_LEVEL: 'error',
      },
      path.join(folder, `clock-${index}`),
      reportViolation,
    );
  };
  const apis = [await createApiProcess(0), await createApiProcess(1)] as const;
  defer(() => Promise.all(apis.map((api) => api.kill())));
  await Promise.all(apis.map((api) => api.start()));
  const readDatabasePid = (): number =>
    JSON.parse(readFileSync(path.join(databaseDir, 'db', 'server.json'), 'utf8')).server.pid;
  const signalDatabase = (signal: NodeJS.Signals) => {
    try {
      process.kill(readDatabasePid(), signal);
    } catch {
      // The database is being restarted: there is no process to signal.
    }
  };
  const urls = [
    `http://127.0.0.1:${clientProxies[0].port}`,
    `http://127.0.0.1:${clientProxies[1].port}`,
  ] as const;
  const isReady = async () => {
    const responses = await Promise.all(
      urls.map((url) => fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) })),
    );
    const bodies = await Promise.all(responses.map((response) => response.text()));
    return responses.every(({ ok }) => ok) && bodies.every((body) => body.includes('"redis":"up"'));
  };

  return {
    urls,
    mongodbUri: engine.uri,
    apis,
    clientProxies,
    databaseProxies,
    redisProxies,
    database: {
      kill: () => signalDatabase('SIGKILL'),
      freeze: () => signalDatabase('SIGSTOP'),
      resume: () => signalDatabase('SIGCONT'),
      stop: () => engine.stop(),
      async start() {
        engine = await startEngine();
      },
    },
    redis,
    disk,
    ready: (withinMs) => waitUntil(isReady, withinMs, 'The system did not recover'),
  };
}

/** Starts the whole system, with the built API. @throws Error when a part does not start, after ending the others. */
export async function startSystemUnderTest(reportViolation: ReportViolation): Promise<SystemUnderTest> {
  const cleanups: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  try {
    const parts = await startParts(reportViolation, (cleanup) => cleanups.push(cleanup));
    return { ...parts, close };
  } catch (error) {
    await close();
    throw error;
  }
}
