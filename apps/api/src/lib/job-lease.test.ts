import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useDatabase } from '../../test/mongo.js';
import { JobModel } from './job.model.js';
import { LEASE_MS, LEASE_RENEWAL_MS, runJob } from './job-lease.js';

useDatabase();
afterEach(() => {
  vi.useRealTimers();
});

const JOB = { name: 'sweep', intervalMs: 24 * 3_600_000, retryMs: 3_600_000 };
const run = (task: () => Promise<string> = async () => 'done') => runJob(JOB, task);

/** Sets the clock forward, or back by a negative time. */
function advanceClock(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}

/** Starts a run that holds its lease until `end` is called. */
async function startRun() {
  let end = () => {};
  let reportStart = () => {};
  const started = new Promise<void>((resolve) => {
    reportStart = resolve;
  });
  const result = run(async () => {
    reportStart();
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    return 'late';
  });
  await started;
  return { result, end: () => end() };
}

describe('runJob', () => {
  it('ten times concurrently: runs the job once', async () => {
    const task = vi.fn(async () => 'done');

    const results = await Promise.all(Array.from({ length: 10 }, () => run(task)));

    expect(task).toHaveBeenCalledTimes(1);
    expect(results.filter((result) => result !== null)).toEqual(['done']);
  });

  it('before the job is due again: does not run it; from a tenth before the end of its interval: runs it', async () => {
    expect(await run()).toBe('done');

    advanceClock(0.89 * JOB.intervalMs);
    expect(await run()).toBeNull();
    advanceClock(0.02 * JOB.intervalMs);

    expect(await run()).toBe('done');
    expect(await run()).toBeNull();
  });

  it('after a failed run: throws its error, and runs the job again after the time for a retry', async () => {
    await expect(run(() => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');

    expect(await run()).toBeNull();
    advanceClock(JOB.retryMs);

    expect(await run()).toBe('done');
  });

  it('after a clock that was a year ahead was corrected: runs the job, also if its process was killed', async () => {
    const yearMs = 365 * JOB.intervalMs;
    advanceClock(yearMs);
    expect(await run()).toBe('done');
    advanceClock(-yearMs);

    expect(await run()).toBe('done');
    expect(await run()).toBeNull();

    await JobModel.updateOne({}, { leaseUntil: new Date(Date.now() + yearMs), dueAt: new Date() });
    expect(await run()).toBe('done');
  });

  it('while another job runs: runs this one', async () => {
    const { result, end } = await startRun();

    expect(await runJob({ ...JOB, name: 'threads' }, async () => 'done')).toBe('done');

    end();
    expect(await result).toBe('late');
  });

  it('after the lease of a run has expired: takes it over, and the end of that run changes nothing', async () => {
    const { result, end } = await startRun();
    expect(await run()).toBeNull();
    advanceClock(LEASE_MS + 1);

    const laterRun = await startRun();
    end();
    expect(await result).toBe('late');

    expect(await JobModel.find().lean()).toMatchObject([{ holder: expect.any(String) }]);
    expect(await run()).toBeNull();
    laterRun.end();
    expect(await laterRun.result).toBe('late');
    expect(await JobModel.find().lean()).toMatchObject([{ holder: null }]);
  });

  it('while a run renews its lease: does not take it over, however long the run takes', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const { result, end } = await startRun();

    for (let passedMs = 0; passedMs <= 2 * LEASE_MS; passedMs += LEASE_RENEWAL_MS) {
      vi.advanceTimersByTime(LEASE_RENEWAL_MS);
      const renewed = new Date(Date.now() + LEASE_MS);
      // Not `vi.waitFor`, which advances the faked clock.
      while ((await JobModel.exists({ leaseUntil: renewed })) === null) await setImmediate();
      expect(await run()).toBeNull();
    }

    end();
    expect(await result).toBe('late');
  });
});
