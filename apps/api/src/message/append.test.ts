import { describe, expect, it } from 'vitest';
import { append } from './append.js';

/** As MongoDB refuses a second row at a place. */
class DuplicateError extends Error {
  code = 11_000;
  keyPattern: Record<string, number>;
  constructor(field: string) {
    super(`E11000 duplicate key: ${field}`);
    this.keyPattern = { conversation: 1, [field]: 1 };
  }
}

/** The rows of one conversation, by their places. */
function createRows(...taken: number[]) {
  const rows = new Set(taken);
  const calls: string[] = [];
  return {
    calls,
    async readLast() {
      calls.push('read');
      return Math.max(0, ...rows);
    },
    async insertAt(place: number) {
      calls.push(`insert ${place}`);
      if (rows.has(place)) throw new DuplicateError('seq');
      rows.add(place);
      return place;
    },
    placeField: 'seq',
  };
}

describe('append', () => {
  it('to an empty conversation: takes the place 1', async () => {
    expect(await append(createRows())).toBe(1);
  });

  it('after two rows: takes the next place, in one try', async () => {
    const rows = createRows(1, 2);

    expect(await append(rows)).toBe(3);
    expect(rows.calls).toEqual(['read', 'insert 3']);
  });

  it('with a last place that is known: reads nothing', async () => {
    const rows = createRows(1, 2);

    expect(await append({ ...rows, knownLast: 2 })).toBe(3);
    expect(rows.calls).toEqual(['insert 3']);
  });

  it('with a known place of 0: believes it', async () => {
    const rows = createRows();

    expect(await append({ ...rows, knownLast: 0 })).toBe(1);
    expect(rows.calls).toEqual(['insert 1']);
  });

  it('with a known place that is out of date: reads the last one and takes the next', async () => {
    const rows = createRows(1, 2, 3, 4);

    expect(await append({ ...rows, knownLast: 2 })).toBe(5);
    expect(rows.calls).toEqual(['insert 3', 'read', 'insert 5']);
  });

  it('by 12 at once: gives each a place of its own, without a gap', async () => {
    const rows = createRows(1);

    const places = await Promise.all(Array.from({ length: 12 }, () => append(rows)));

    expect(places.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 2));
  });

  it.each([
    ['of another index', new DuplicateError('clientKey')],
    ['of a database that is away', new Error('away')],
  ])('with an error %s: passes it on, without another try', async (_case, error) => {
    const rows = createRows();
    const insertAt = async (place: number): Promise<number> => {
      rows.calls.push(`insert ${place}`);
      throw error;
    };

    await expect(append({ ...rows, insertAt })).rejects.toBe(error);
    expect(rows.calls).toEqual(['read', 'insert 1']);
  });
});
