import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { createCpuShares, offLoopCpuShares } from './cpu-shares.js';

const derive = promisify(pbkdf2);

describe('createCpuShares', () => {
  it('with concurrent jobs: gives each an equal share of the CPU time', () => {
    let usedMs = 100;
    const shares = createCpuShares(() => usedMs);
    usedMs += 50;
    const first = shares.begin();
    usedMs += 10;
    const second = shares.begin();
    usedMs += 20;

    expect([first.usedMs(), second.usedMs()]).toEqual([20, 10]);
    second.end();
    usedMs += 5;

    expect([first.usedMs(), second.usedMs()]).toEqual([25, 10]);
  });

  it('with a decreasing measurement: never reports less than 0, and subtracts the decrease from later CPU time', () => {
    let usedMs = 0;
    const job = createCpuShares(() => usedMs).begin();

    usedMs = -30;
    expect(job.usedMs()).toBe(0);
    usedMs = 10;
    expect(job.usedMs()).toBe(10);
  });
});

describe('offLoopCpuShares', () => {
  it('counts CPU time outside of the event loop, rather than that of the loop', async () => {
    const onLoopJob = offLoopCpuShares.begin();
    const startUsage = process.cpuUsage();
    const cpuMs = () => {
      const { user, system } = process.cpuUsage(startUsage);
      return (user + system) / 1_000;
    };
    while (cpuMs() < 200);
    const onLoopMs = onLoopJob.usedMs();
    onLoopJob.end();

    let offLoopMs = 0;
    // On a busy machine the loop also counts as active while it waits for the processor, so a round may come out too
    // low.
    await vi.waitFor(
      async () => {
        const offLoopJob = offLoopCpuShares.begin();
        for (let startMs = cpuMs(); cpuMs() - startMs < 200; ) await derive('x', 'y', 100_000, 64, 'sha512');
        offLoopMs = offLoopJob.usedMs();
        offLoopJob.end();
        expect(offLoopMs).toBeGreaterThan(100);
      },
      { timeout: 30_000 },
    );

    expect(onLoopMs).toBeLessThan(offLoopMs);
  });
});
