import { expect, it, onTestFinished, vi } from 'vitest';
import { runInBackground, whenBackgroundTasksEnd } from './background.js';

it('whenBackgroundTasksEnd, with a maximum age: waits for younger tasks only', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ended: string[] = [];
  const start = (name: string, ms: number) =>
    runInBackground(async () => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      ended.push(name);
    });

  start('old', 60_000);
  await vi.advanceTimersByTimeAsync(5_000);
  start('young', 100);
  void whenBackgroundTasksEnd(1_000).then(() => ended.push('waited for the young one'));
  void whenBackgroundTasksEnd().then(() => ended.push('waited for all'));
  await vi.advanceTimersByTimeAsync(60_000);

  expect(ended).toEqual(['young', 'waited for the young one', 'old', 'waited for all']);
});
