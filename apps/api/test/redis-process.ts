import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';

/** A Redis server that can be killed and come back on its port, empty. */
export interface RedisProcess {
  /** Until it answers. */
  start(): Promise<void>;
  /** With SIGKILL: lines break, nothing is kept. */
  kill(): Promise<void>;
  /** Stops it without a word: lines stay open and nothing answers. */
  freeze(): void;
  resume(): void;
}

/** Debian's redis-server on a port of this machine. */
export function createRedisProcess(port: number, folder: string): RedisProcess {
  let child: ChildProcess | null = null;
  return {
    async start() {
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
      child = spawn('redis-server', args, { stdio: 'ignore' });
      const client = new Redis(port, '127.0.0.1', { retryStrategy: () => 50, maxRetriesPerRequest: null });
      client.on('error', () => undefined);
      await client.ping();
      client.disconnect();
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  };
}
