import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchIdleBody } from './idle-body.js';

const IDLE_MS = 10_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watch() {
  const body = new PassThrough();
  const onIdle = vi.fn();
  // The cast is safe: only what every stream has is used.
  watchIdleBody(body as unknown as IncomingMessage, IDLE_MS, onIdle);
  return { body, onIdle };
}

describe('watchIdleBody', () => {
  it('with a byte now and then: reports only the pause that is too long, however long the body takes', async () => {
    const { body, onIdle } = watch();

    for (let index = 0; index < 30; index += 1) {
      body.write('x');
      await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
    }
    const before = onIdle.mock.calls.length;
    await vi.advanceTimersByTimeAsync(2 * IDLE_MS);

    expect(before).toBe(0);
    expect(onIdle).toHaveBeenCalledTimes(1);
  });

  it('while the server has paused the body: reports nothing', async () => {
    const { body, onIdle } = watch();

    body.pause();
    await vi.advanceTimersByTimeAsync(6 * IDLE_MS);
    const before = onIdle.mock.calls.length;
    body.resume();
    await vi.advanceTimersByTimeAsync(IDLE_MS);

    expect(before).toBe(0);
    expect(onIdle).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['with a complete body', (body: PassThrough) => body.end('x')],
    ['after a disconnect', (body: PassThrough) => body.destroy()],
  ])('%s: reports nothing', async (_case, finish) => {
    const { body, onIdle } = watch();

    finish(body);
    await vi.advanceTimersByTimeAsync(2 * IDLE_MS);

    expect(onIdle).not.toHaveBeenCalled();
  });
});
