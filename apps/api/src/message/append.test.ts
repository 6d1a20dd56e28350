import { describe, expect, it } from 'vitest';
import { appendInOrder } from './append.js';

/** The error that MongoDB returns for a second document at a position. */
class DuplicateError extends Error {
  code = 11_000;
  keyPattern: Record<string, number>;
  constructor(field: string) {
    super(`E11000 duplicate key: ${field}`);
    this.keyPattern = { conversation: 1, [field]: 1 };
  }
}

/** A conversation in memory with rows at the given positions. */
function createFakeRows(...taken: number[]) {
  const rows = new Set(taken);
  const calls: string[] = [];
  return {
    calls,
    async readLast() {
      calls.push('read');
      return Math.max(0, ...rows);
    },
    async insert(position: number) {
      calls.push(`insert ${position}`);
      if (rows.has(position)) throw new DuplicateError('seq');
      rows.add(position);
      return position;
    },
    positionField: 'seq',
  };
}

describe('appendInOrder', () => {
  it('to an empty conversation: takes position 1', async () => {
    expect(await appendInOrder(createFakeRows())).toBe(1);
  });

  it('after two rows: takes the next position in one attempt', async () => {
    const rows = createFakeRows(1, 2);

    expect(await appendInOrder(rows)).toBe(3);
    expect(rows.calls).toEqual(['read', 'insert 3']);
  });

  it('with a cached last position: reads nothing', async () => {
    const rows = createFakeRows(1, 2);

    expect(await appendInOrder({ ...rows, cachedLast: 2 })).toBe(3);
    expect(rows.calls).toEqual(['insert 3']);
  });

  it('with a cached position of 0: uses it', async () => {
    const rows = createFakeRows();

    expect(await appendInOrder({ ...rows, cachedLast: 0 })).toBe(1);
    expect(rows.calls).toEqual(['insert 1']);
  });

  it('with a stale cached position: reads the last one and takes the next', async () => {
    const rows = createFakeRows(1, 2, 3, 4);

    expect(await appendInOrder({ ...rows, cachedLast: 2 })).toBe(5);
    expect(rows.calls).toEqual(['insert 3', 'read', 'insert 5']);
  });

  it('by 12 concurrent writers: gives each its own position, without gaps', async () => {
    const rows = createFakeRows(1);

    const positions = await Promise.all(Array.from({ length: 12 }, () => appendInOrder(rows)));

    expect(positions.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 2));
  });

  it.each([
    ['of another index', new DuplicateError('clientKey')],
    ['of an unavailable database', new Error('unavailable')],
  ])('with an error %s: rethrows it without another attempt', async (_case, error) => {
    const rows = createFakeRows();
    const insert = async (position: number): Promise<number> => {
      rows.calls.push(`insert ${position}`);
      throw error;
    };

    await expect(appendInOrder({ ...rows, insert: insert })).rejects.toBe(error);
    expect(rows.calls).toEqual(['read', 'insert 1']);
  });
});
