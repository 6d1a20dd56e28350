import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Environment } from '../environment.js';
import { processEnvironment } from '../environment.js';
import { findProgram } from '../find-program.js';
import { listProcesses, readCommandLine, readStartTime } from '../processes.js';

/** Creates a folder that is removed at the end of the test. */
export function makeTempDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'safarnama-database-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates this machine's environment with its real cache folder, without the engine configured for the test run. */
export function createMachineEnvironment(overrides: Environment = {}): Environment {
  return { ...processEnvironment(), DATABASE_ENGINE: undefined, MONGODB_URI: undefined, ...overrides };
}

/** Creates the environment of a machine with only these programs: a separate PATH, home and cache folder. */
export function createBareMachine(tools: readonly string[] = []) {
  const root = makeTempDir();
  const bin = join(root, 'bin');
  mkdirSync(bin);
  for (const name of tools) symlinkSync(requireProgram(name), join(bin, name));
  return { PATH: bin, HOME: root, XDG_CACHE_HOME: join(root, 'cache') };
}

/** Writes a shell script that imitates a program. */
export function writeScript(folder: string, name: string, body: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Returns the full path of a program that every machine running these tests has. */
export function requireProgram(name: string): string {
  const path = findProgram([name], processEnvironment());
  if (path === null) throw new Error(`${name} is needed by this test`);
  return path;
}

/** Waits until the condition holds. */
export async function waitUntil(
  description: string,
  timeoutMs: number,
  condition: () => boolean,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${description}`);
    await delay(20);
  }
}

export function isAlive(pid: number): boolean {
  return readStartTime(pid) !== null;
}

/** Lists the command lines of all running processes that contain the text. */
export function findProcesses(text: string): string[] {
  const commandLines = listProcesses().map((pid) => readCommandLine(pid).join(' '));
  return commandLines.filter((line) => line.includes(text));
}
