import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDatabase } from '@safarnama/database';
import mongoose from 'mongoose';
import { SessionModel } from '../src/auth/session.model.js';
import { createSessionTokens } from '../src/auth/session-token.js';
import { processEnv } from '../src/config/env.js';
import { createLogger } from '../src/config/logger.js';
import { connectDatabase } from '../src/config/mongo.js';
import { buildNameFields } from '../src/user/name-search.js';
import { UserModel } from '../src/user/user.model.js';

const API_ENTRY = fileURLToPath(new URL('../dist/index.js', import.meta.url));
const BASELINE_ENTRY = fileURLToPath(new URL('./baseline.js', import.meta.url));
const JWT_SECRET = 'a-secret-for-benchmarks-alone-0123456789';
const HOUR_MS = 3_600_000;

/** A server in a process of its own, so that its CPU time can be measured. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** Everything written to stdout so far. */
  output(): string;
  /** Everything written to stderr so far; it is also forwarded to the stderr of this process. */
  errors(): string;
  stop(): Promise<void>;
}

interface BenchUser {
  id: string;
  /** `Cookie` header of a session. */
  cookie: string;
}

/** The built product on a database of its own. */
export interface BenchEnvironment {
  api: ServerProcess;
  mongodbUri: string;
  /**
   * Creates users with sessions directly in the database.
   *
   * @param names - generated where missing.
   */
  createUsers(count: number, names?: readonly string[]): Promise<BenchUser[]>;
  createUser(): Promise<BenchUser>;
  /** Starts another process of the API on the same database. */
  startApi(): Promise<ServerProcess>;
  startBaseline(): Promise<ServerProcess>;
  close(): Promise<void>;
}

async function startProcess(
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<ServerProcess> {
  // Without the settings of this shell, which may be those of a deployment with a bucket and a Redis of its own.
  const { PATH = '' } = processEnv();
  const child = spawn(process.execPath, args, {
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
    process.stderr.write(chunk);
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args.at(-1)} exited with ${code}: ${output}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = ready.exec(output)?.[1];
      if (found) resolve(found.replace('localhost', '127.0.0.1'));
    });
  });
  if (child.pid === undefined) throw new Error('The process did not start');
  return {
    url,
    pid: child.pid,
    output: () => output,
    errors: () => errors,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/**
 * Starts a database, the built API and a connection for creating data.
 *
 * @param options.nodeArgs - Node options of the API process.
 * @param options.env - overrides the default settings, which switch rate limits off.
 */
export async function createBenchEnvironment({
  nodeArgs = [],
  env = {},
}: {
  nodeArgs?: readonly string[];
  env?: Record<string, string>;
} = {}): Promise<BenchEnvironment> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'safarnama-bench-'));
  const database = await startDatabase({ dataDir, env: processEnv(), onProgress: console.error });
  console.error(database.reason);
  const connection = connectDatabase(async () => database.uri, createLogger({ level: 'warn' }));
  await connection.ready;
  const startApi = () =>
    startProcess(
      [...nodeArgs, '--enable-source-maps', API_ENTRY],
      {
        NODE_ENV: 'production',
        PORT: '0',
        DATA_DIR: dataDir,
        MONGODB_URI: database.uri,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        JWT_SECRET,
        ...env,
      },
      /Safarnama is ready at (\S+)/,
    );
  const api = await startApi();
  const tokens = createSessionTokens(JWT_SECRET);
  async function createUsers(count: number, names: readonly string[] = []): Promise<BenchUser[]> {
    const now = new Date();
    const users = Array.from({ length: count }, (_, index) => {
      const id = new mongoose.Types.ObjectId();
      const name = names[index] ?? `Reader ${id.toHexString().slice(-6)}`;
      return { id, sessionId: new mongoose.Types.ObjectId(), name };
    });
    await UserModel.insertMany(
      users.map(({ id, name }) => ({
        _id: id,
        ...buildNameFields(name),
        email: `${id}@example.com`,
        emailKey: `${id}@example.com`,
        passwordHash: 'none',
      })),
    );
    await SessionModel.insertMany(
      users.map(({ id, sessionId }) => ({
        _id: sessionId,
        userId: id,
        createdAt: now,
        lastSeenAt: now,
        expiresAt: new Date(now.getTime() + HOUR_MS),
      })),
    );
    return users.map(({ id, sessionId }) => ({
      id: id.toHexString(),
      cookie: `safarnama_session=${tokens.sign(id.toHexString(), sessionId.toHexString())}`,
    }));
  }

  return {
    api,
    mongodbUri: database.uri,
    createUsers,
    async createUser() {
      const [user] = await createUsers(1);
      if (!user) throw new Error('No user was created');
      return user;
    },
    startApi,
    startBaseline: () => startProcess([BASELINE_ENTRY], { MONGODB_URI: database.uri }, /listening at (\S+)/),
    async close() {
      await api.stop();
      await connection.close();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
