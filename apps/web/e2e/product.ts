import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const READY = /is ready at (http:\/\/localhost:\d+)/;
/** Includes the installation of an embedded database on the first start. */
const START_TIMEOUT_MS = 240_000;
const STOP_TIMEOUT_MS = 20_000;

/** The built product with a database in a temporary folder. */
export interface Product {
  /** Stays the same after a restart. */
  url: string;
  /** Contains the database; commands find the running instance by it. */
  dataDir: string;
  /** Kills the API, as in a crash. */
  kill: () => Promise<void>;
  /** Starts the API again with the same data and URL. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Starts the built product.
 *
 * @param settings - environment variables; without PORT, the product listens on a free port.
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'safarnama-e2e-'));
  let api = spawnApi(dataDir, { PORT: '0', ...settings });
  const stop = async () => {
    await terminate(api);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const url = await waitUntilReady(api);
    return {
      url,
      dataDir,
      async kill() {
        const ended = once(api, 'exit');
        api.kill('SIGKILL');
        await ended;
      },
      async restart() {
        api = spawnApi(dataDir, { ...settings, PORT: new URL(url).port });
        await waitUntilReady(api);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function spawnApi(dataDir: string, settings: Record<string, string>): ChildProcess {
  // Inherits an allow-list only: tests must not write to a MONGODB_URI from the environment.
  const { PATH, HOME, XDG_CACHE_HOME, DATABASE_ENGINE, MONGOD_BINARY } = process.env;
  const inherited = { PATH, HOME, XDG_CACHE_HOME, DATABASE_ENGINE, MONGOD_BINARY };
  return spawn(process.execPath, ['--enable-source-maps', 'apps/api/dist/index.js'], {
    cwd: ROOT,
    env: {
      ...omitEmpty(inherited),
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function omitEmpty(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** Waits for the line that the API prints when it is ready. @returns the URL in it. */
async function waitUntilReady(api: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`The API did not start: ${reason}\n${output}`));
    const timer = setTimeout(() => fail('it took too long'), START_TIMEOUT_MS);
    const handleLine = (line: string) => {
      output += `${line}\n`;
      const url = READY.exec(line)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    for (const stream of [api.stdout, api.stderr]) if (stream) createInterface(stream).on('line', handleLine);
    api.once('exit', (code) => {
      clearTimeout(timer);
      fail(`exit code ${code}`);
    });
  });
}

async function terminate(api: ChildProcess): Promise<void> {
  if (api.exitCode !== null || api.signalCode !== null) return;
  const ended = once(api, 'exit');
  api.kill('SIGTERM');
  const timer = setTimeout(() => api.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}
