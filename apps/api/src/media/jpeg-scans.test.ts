import { describe, expect, it, vi } from 'vitest';
import { hasMoreScans } from './jpeg-scans.js';

const LENGTH = 100_000;

describe('hasMoreScans', () => {
  it.each([
    ['stuffed zeros', [0xff, 0x00]],
    ['fill bytes', [0xff]],
    ['empty segments', [0xff, 0xfe, 0, 0]],
    ['restart markers between a few bytes', [0xff, 0xd0, 1, 2, 3, 4]],
  ])('with a file full of %s: rarely calls indexOf, which is slow for short distances', (_name, pattern) => {
    const bytes = Buffer.alloc(LENGTH, Buffer.from(pattern));
    const indexOf = vi.spyOn(bytes, 'indexOf');

    expect(hasMoreScans(bytes, 40)).toBe(false);

    expect(indexOf.mock.calls.length).toBeLessThan(LENGTH / 32);
  });
});
