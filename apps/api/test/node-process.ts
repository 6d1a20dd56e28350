import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processEnv } from '../src/config/env.js';

export const API_FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** A process of Node. */
export interface NodeProcess {
  child: ChildProcess;
  /** Output so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves to its exit code, once its output is complete. */
  exit: Promise<number | null>;
}

interface NodeProcessOptions {
  cwd?: string;
  /** Opens a channel to the process, over which `child.send` reaches it. */
  ipc?: boolean;
}

interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Starts Node with only the given environment and PATH.
 *
 * @param args - options of Node, the program, and its arguments.
 */
export function startNode(
  args: readonly string[],
  env: Record<string, string>,
  { cwd = API_FOLDER, ipc = false }: NodeProcessOptions = {},
): NodeProcess {
  const { PATH = '' } = processEnv();
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd,
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe', ipc ? 'ipc' : 'ignore'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    exit: once(child, 'close').then(([code]) => code),
  };
}

/** Starts a command, such as `dist/admin.js`. */
export function startCommand(program: string, args: readonly string[], env: Record<string, string>) {
  const { child, stdout, stderr, exit } = startNode([program, ...args], env);
  const result: Promise<CommandResult> = exit.then((code) => ({ code, stdout: stdout(), stderr: stderr() }));
  return { child, result, stdout };
}

/** Runs `backup` or `restore` and waits for its exit. */
export function runBackup(args: readonly string[], env: Record<string, string>): Promise<CommandResult> {
  return startCommand('dist/backup/main.js', args, env).result;
}
