import { describe, expect, it } from 'vitest';
import { buildMessage } from '../testing/factories.ts';
import { withMessage, withMissedPage, withNewestPage, withOlderPage } from './message-order.ts';

const at = (minute: number) =>
  buildMessage({ createdAt: new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString() });

describe('the order of a conversation', () => {
  const [a, b, c, d] = [at(1), at(2), at(3), at(4)];

  it('pages: keep the server’s order, also against the clocks of two processes', () => {
    expect(withNewestPage([d], [b, a, c])).toEqual([b, a, c, d]);
    expect(withNewestPage([c], [a, c])).toEqual([a, c]);
    expect(withOlderPage([c, d], [b, a, c])).toEqual([b, a, c, d]);
  });

  it('what was missed: goes behind the message it was asked from, each once', () => {
    expect(withMissedPage([a, d], a._id, [b, c])).toEqual([a, b, c, d]);
    expect(withMissedPage([a, d], a._id, [c, d])).toEqual([a, c, d]);
    expect(withMissedPage([a], 'gone', [b])).toEqual([a, b]);
  });

  it('one message: finds its place by its time, and is there once', () => {
    expect(withMessage([a, c], b)).toEqual([a, b, c]);
    expect(withMessage([a, b], c)).toEqual([a, b, c]);
    const same = { ...at(0), createdAt: b.createdAt };
    expect(withMessage([a, b], same)).toEqual([a, b, same]);
    expect(withMessage([a, b], { ...a, text: 'stored' })).toEqual([{ ...a, text: 'stored' }, b]);
  });
});
