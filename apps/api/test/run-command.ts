import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { processEnv } from '../src/config/env.js';
import { API_FOLDER } from './process.js';

interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts a command with Node, such as `dist/admin.js`, with only the given environment and PATH. */
export function startCommand(program: string, args: readonly string[], env: Record<string, string>) {
  const { PATH = '' } = processEnv();
  const child = spawn(process.execPath, [program, ...args], {
    cwd: API_FOLDER,
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const result: Promise<CommandResult> = once(child, 'close').then(([code]) => ({ code, ...output }));
  return { child, result, stdout: () => output.stdout };
}

/** Runs `backup` or `restore` and waits for its exit. */
export function runBackup(args: readonly string[], env: Record<string, string>): Promise<CommandResult> {
  return startCommand('dist/backup/main.js', args, env).result;
}
