import type { Logger } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { schedulePasses } from './schedule-passes.js';

const FIRST_DELAY_MS = 1_000;
const INTERVAL_MS = 10_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function schedule(run: (now: Date) => Promise<void>) {
  const logger = { warn: vi.fn(), error: vi.fn() };
  const { stop } = schedulePasses({
    run,
    firstDelayMs: FIRST_DELAY_MS,
    intervalMs: INTERVAL_MS,
    failureMessage: 'failed',
    logger: logger as unknown as Logger,
  });
  return { logger, stop };
}

const networkError = () => Object.assign(new Error('connection closed'), { name: 'MongoNetworkError' });

describe('schedulePasses', () => {
  it('runs after the first delay, then at each interval with the time, until it is stopped', async () => {
    const run = vi.fn(async (_now: Date) => undefined);
    const { stop } = schedule(run);

    await vi.advanceTimersByTimeAsync(FIRST_DELAY_MS - 1);
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1 + 2 * INTERVAL_MS);
    stop();
    await vi.advanceTimersByTimeAsync(5 * INTERVAL_MS);

    expect(run).toHaveBeenCalledTimes(3);
    const [now] = run.mock.lastCall ?? [];
    expect(now).toEqual(new Date(Date.now() - 5 * INTERVAL_MS));
  });

  it('while a pass is running: starts no other', async () => {
    const passes: (() => void)[] = [];
    const run = vi.fn(() => new Promise<void>((resolve) => passes.push(resolve)));
    const { stop } = schedule(run);

    await vi.advanceTimersByTimeAsync(FIRST_DELAY_MS + 3 * INTERVAL_MS);
    expect(run).toHaveBeenCalledTimes(1);
    passes[0]?.();
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    stop();

    expect(run).toHaveBeenCalledTimes(2);
  });

  it('with a failed pass: logs an error and continues', async () => {
    const error = new Error('boom');
    const run = vi.fn().mockRejectedValueOnce(error).mockResolvedValue(undefined);
    const { logger, stop } = schedule(run);

    await vi.advanceTimersByTimeAsync(FIRST_DELAY_MS + INTERVAL_MS);
    stop();

    expect(logger.error.mock.calls).toEqual([[{ err: error }, 'failed']]);
    expect(logger.warn).not.toHaveBeenCalled();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['one operation', networkError()],
    ['each operation', new AggregateError([networkError(), networkError()])],
  ])('without the database for %s: warns', async (_name, error) => {
    const { logger, stop } = schedule(() => Promise.reject(error));

    await vi.advanceTimersByTimeAsync(FIRST_DELAY_MS);
    stop();

    expect(logger.warn.mock.calls).toEqual([[{ err: error }, 'failed']]);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it('with another failure besides that of the database: logs an error', async () => {
    const { logger, stop } = schedule(() =>
      Promise.reject(new AggregateError([networkError(), new Error('boom')])),
    );

    await vi.advanceTimersByTimeAsync(FIRST_DELAY_MS);
    stop();

    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it('stopped during a pass that then fails: logs nothing', async () => {
    const { logger, stop } = schedule(async () => {
      stop();
      throw new Error('closed');
    });

    await vi.advanceTimersByTimeAsync(FIRST_DELAY_MS);

    expect(logger.error).not.toHaveBeenCalled();
    expect(logger.warn).not.toHaveBeenCalled();
  });
});
