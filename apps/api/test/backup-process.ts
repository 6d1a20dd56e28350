import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processEnv } from '../src/config/env.js';

const API_FOLDER = fileURLToPath(new URL('..', import.meta.url));

interface RunResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts the built `backup` or `restore` with only the given environment and PATH. */
function startBackup(args: readonly string[], env: Record<string, string>) {
  const { PATH = '' } = processEnv();
  const child = spawn(process.execPath, ['dist/backup/main.js', ...args], {
    cwd: API_FOLDER,
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const result: Promise<RunResult> = once(child, 'close').then(([code]) => ({ code, stdout, stderr }));
  return { child, result, stderr: () => stderr };
}

/** Runs `backup` or `restore` and waits for its exit. */
export function runBackup(args: readonly string[], env: Record<string, string>): Promise<RunResult> {
  return startBackup(args, env).result;
}
