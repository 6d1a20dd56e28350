import { describe, expect, it, vi } from 'vitest';
import { until } from '../../test/socket.js';
import { createSocketLimits } from './socket-limits.js';

const WINDOW_MS = 1_000;

describe('Security 4: 300 handshakes in a window', () => {
  it('of a user: the next are rejected until the window that began with the first ends; others are not', async () => {
    const rejected = vi.fn();
    const limits = createSocketLimits({ rejected }, WINDOW_MS);
    const count = (userId: string, times: number) =>
      Array.from({ length: times }, () => limits.countHandshake(userId));

    expect(new Set(count('asha', 300))).toEqual(new Set([true]));
    expect(rejected).not.toHaveBeenCalled();
    expect([...count('asha', 1), ...count('ravi', 1)]).toEqual([false, true]);
    expect(rejected.mock.calls).toEqual([['too_many_handshakes']]);
    // Each of these attempts counts, and does not extend the window.
    await until(() => expect(count('asha', 1)).toEqual([true]));
  });
});
