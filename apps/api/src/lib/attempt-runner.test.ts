import { describe, expect, it } from 'vitest';
import { createAttemptRunner } from './attempt-runner.js';

describe('createAttemptRunner', () => {
  it('a repeat during a failing attempt: waits for it and may have to publish', async () => {
    const runAttempt = createAttemptRunner();
    const failing = runAttempt('key', async () => {
      throw new Error('The database is unavailable');
    });
    const repeat = runAttempt('key', async (mayBeUnpublished) => mayBeUnpublished);

    await expect(failing).rejects.toThrow('The database is unavailable');
    expect(await repeat).toBe(true);
  });

  it('a repeat of a completed attempt, and one during it: have nothing to publish', async () => {
    const runAttempt = createAttemptRunner();
    const attempt = async (mayBeUnpublished: boolean) => mayBeUnpublished;

    expect(await Promise.all([runAttempt('key', attempt), runAttempt('key', attempt)])).toEqual([
      true,
      false,
    ]);
    expect(await runAttempt('key', attempt)).toBe(false);
    expect(await runAttempt('other', attempt)).toBe(true);
  });
});
