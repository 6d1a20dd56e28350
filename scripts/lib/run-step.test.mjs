import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { runStep, runToExitCode } from './run-step.mjs';
import { createTestContext } from './testing/context.mjs';

/** @param {string} script */
const nodeProgram = (script) => ({ command: process.execPath, args: ['--eval', script] });

describe('runStep', () => {
  it('with a program that fails: throws its last lines and the hint, and prints that the step failed', async () => {
    /** @type {string[]} */
    const printed = [];
    const context = createTestContext({}, (text) => printed.push(text));

    const running = runStep(context, {
      title: 'Seeding',
      hint: 'Is the disk full?',
      tailLines: 2,
      ...nodeProgram("console.log('first\\nsecond\\nthird'); process.exit(3);"),
    });

    await expect(running).rejects.toThrow(/^second\nthird\nIs the disk full\?$/);
    expect(printed.at(-1)).toMatch(/^Seeding: failed/);
  });

  it('with a program that cannot be run: throws the reason and the hint', async () => {
    const running = runStep(createTestContext(), {
      title: 'Seeding',
      hint: 'Run npm install.',
      command: '/no/such/program',
      args: [],
    });

    await expect(running).rejects.toThrow(
      /^\/no\/such\/program cannot be run: spawn .* ENOENT\nRun npm install\.$/,
    );
  });

  it('with a program that succeeds: runs it in the environment of the context and passes on its lines', async () => {
    /** @type {string[]} */
    const lines = [];

    await runStep(createTestContext({ CITY: 'Kochi' }), {
      title: 'Seeding',
      onLine: (line) => lines.push(line),
      ...nodeProgram('console.log(process.env.CITY)'),
    });

    expect(lines).toEqual(['Kochi']);
  });
});

describe('runToExitCode', () => {
  it('with a program that exits: returns its exit code', async () => {
    expect(await runToExitCode(createTestContext(), nodeProgram('process.exit(3)'))).toBe(3);
  });

  it('with a program that is killed: returns 1', async () => {
    expect(
      await runToExitCode(createTestContext(), nodeProgram("process.kill(process.pid, 'SIGKILL')")),
    ).toBe(1);
  });
});
