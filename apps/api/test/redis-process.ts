import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';

/** A Redis server that can be killed and restarted, empty, on the same port. */
export interface RedisProcess {
  /** Resolves when it responds. @throws Error when it cannot be run, or exits. */
  start(): Promise<void>;
  /** With SIGKILL: connections break and all data is lost. */
  kill(): Promise<void>;
  /** With SIGSTOP: connections stay open without responses. */
  freeze(): void;
  resume(): void;
}

/** Runs `redis-server` on a loopback port. */
export function createRedisProcess(port: number, folder: string): RedisProcess {
  let child: ChildProcess | null = null;
  return {
    async start() {
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
      const started = spawn('redis-server', args, { stdio: 'ignore' });
      child = started;
      const failed = new Promise<never>((_resolve, reject) => {
        started.once('error', reject);
        started.once('exit', (code) => reject(new Error(`redis-server exited with ${code}`)));
      });
      const client = new Redis(port, '127.0.0.1', { retryStrategy: () => 50, maxRetriesPerRequest: null });
      client.on('error', () => undefined);
      try {
        await Promise.race([client.ping(), failed]);
      } finally {
        client.disconnect();
      }
    },
    async kill() {
      if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  };
}
