import { describe, expect, it } from 'vitest';
import { runForEach } from './run-for-each.js';

/** A cursor with three rows. */
function createCursor(failingAfter = 3) {
  const state = { isClosed: false };
  async function* readRows() {
    for (let row = 0; row < 3; row += 1) {
      if (row === failingAfter) throw new Error('read failed');
      yield row;
    }
  }
  const close = async () => {
    state.isClosed = true;
  };
  return { state, cursor: Object.assign(readRows(), { close }) };
}

describe('runForEach', () => {
  it('while the database is unavailable: stops at the first error and closes the cursor', async () => {
    const { state, cursor } = createCursor();
    const outage = Object.assign(new Error('connection closed'), { name: 'MongoNetworkError' });
    const seen: number[] = [];

    const run = runForEach(cursor, 'Failed', async (row) => {
      seen.push(row);
      throw outage;
    });

    await expect(run).rejects.toMatchObject({ errors: [outage] });
    expect(seen).toEqual([0]);
    expect(state.isClosed).toBe(true);
  });

  it('of rows that cannot be read: closes the cursor', async () => {
    const { state, cursor } = createCursor(1);

    await expect(runForEach(cursor, 'Failed', async () => {})).rejects.toThrow('read failed');

    expect(state.isClosed).toBe(true);
  });
});
