import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Environment } from '../environment.js';
import { createChildEnvironment } from '../environment.js';

const SCRIPT = fileURLToPath(new URL('./hold-database.js', import.meta.url));

interface ParentMessage {
  progress?: string;
  uri?: string;
  engine?: string;
  failed?: string;
}

interface Parent {
  process: ChildProcess;
  pid: number;
  progress: string[];
  /** Settles with the first message that is not progress: running or failed. */
  outcome: Promise<ParentMessage>;
  exited: Promise<unknown>;
}

/** Starts a database in a separate process, which is killed at the end of the test at the latest. */
export function startParent(dataDir: string, env: Environment): Parent {
  const child = spawn(process.execPath, [SCRIPT, dataDir], {
    env: createChildEnvironment(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const progress: string[] = [];
  const outcome = new Promise<ParentMessage>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the parent ended without any output')));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message: ParentMessage = JSON.parse(line);
      if (message.progress === undefined) resolve(message);
      else progress.push(message.progress);
    });
  });
  outcome.catch(() => {}); // tests that kill the parent early do not await its outcome
  if (child.pid === undefined) throw new Error('the parent could not be started');
  return { process: child, pid: child.pid, progress, outcome, exited };
}
