import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { countOnline, measureUntil, useProcessGroup } from '../../test/process-group.js';

const { processes, startProcess, startTwo, waitForRedisState, signUpTwo, open, recordDuration } =
  useProcessGroup();

describe('Reliability 6: a process that starts or ends beside another', () => {
  beforeEach(() => startTwo());

  it('a process that starts later: knows who is online', async () => {
    const [asha, ravi] = await signUpTwo();
    await open(0, asha);
    await startProcess();
    await waitForRedisState('up');

    const late = await open(2, ravi);
    const synchronizedAfter = await measureUntil(() => expect(countOnline(late, asha)).toBe(1));

    recordDuration('new process: knows who is online', synchronizedAfter, 3_000);
  });

  it('a killed process: its users are offline within 15 s, and stay offline', async () => {
    const [asha, ravi] = await signUpTwo();
    const watcher = await open(1, ravi);
    await open(0, asha);
    await measureUntil(() => expect(countOnline(watcher, asha)).toBe(1));

    processes[0]?.child.kill('SIGKILL');
    const offAfter = await measureUntil(() => expect(countOnline(watcher, asha)).toBe(0));
    await startProcess();
    const late = await open(2, ravi);
    await delay(3_000);

    recordDuration('killed process: users offline', offAfter, 15_000);
    expect(countOnline(late, asha) + countOnline(watcher, asha)).toBe(0);
  });

  it('a process that stops: its users are offline after the grace period', async () => {
    const [asha, ravi] = await signUpTwo();
    const watcher = await open(1, ravi);
    await open(0, asha);
    await measureUntil(() => expect(countOnline(watcher, asha)).toBe(1));

    processes[0]?.child.kill('SIGTERM');
    const offAfter = await measureUntil(() => expect(countOnline(watcher, asha)).toBe(0));

    expect(await processes[0]?.exit).toBe(0);
    recordDuration('stopped process: users offline (3 s grace period)', offAfter, 6_000);
  });
});
