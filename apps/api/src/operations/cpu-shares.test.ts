import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createCpuShares, offLoopCpuShares } from './cpu-shares.js';

const derive = promisify(pbkdf2);

describe('createCpuShares', () => {
  it('of jobs that run at the same time: gives each the same part of what was used meanwhile', () => {
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

  it('where less was counted than before: owes it, and is never below nothing', () => {
    let usedMs = 0;
    const job = createCpuShares(() => usedMs).begin();

    usedMs = -30;
    expect(job.usedMs()).toBe(0);
    usedMs = 10;
    expect(job.usedMs()).toBe(10);
  });
});

describe('cpuBesideLoop', () => {
  it('counts what runs beside the event loop, and not the loop', async () => {
    const onLoopJob = offLoopCpuShares.begin();
    const startUsage = process.cpuUsage();
    const cpuMs = () => {
      const { user, system } = process.cpuUsage(startUsage);
      return (user + system) / 1_000;
    };
    while (cpuMs() < 200);
    const onLoopMs = onLoopJob.usedMs();
    onLoopJob.end();

    const offLoopJob = offLoopCpuShares.begin();
    for (let startMs = cpuMs(); cpuMs() - startMs < 200; ) await derive('x', 'y', 100_000, 64, 'sha512');
    const offLoopMs = offLoopJob.usedMs();
    offLoopJob.end();

    expect(offLoopMs).toBeGreaterThan(100);
    expect(onLoopMs).toBeLessThan(offLoopMs);
  });
});
