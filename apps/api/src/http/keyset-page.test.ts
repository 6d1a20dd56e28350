import { describe, expect, it } from 'vitest';
import { afterPosition, cutPage, readPage } from './keyset-page.js';

const ID = '0123456789abcdef01234567';

/** Removes the symbols by which Mongoose recognizes trusted operators. */
const plain = <T>(filter: T): T => structuredClone(filter);

describe('afterPosition', () => {
  it('at the start: filters nothing', () => {
    expect(afterPosition('createdAt', -1, null)).toEqual({});
  });

  it('in descending order: selects lower values, and equal ones with a lower id', () => {
    const value = new Date();

    expect(plain(afterPosition('createdAt', -1, { value, id: ID }))).toEqual({
      createdAt: { $lte: value },
      $or: [{ createdAt: { $lt: value } }, { createdAt: value, _id: { $lt: ID } }],
    });
  });

  it('in ascending order: selects higher values, and equal ones with a higher id', () => {
    expect(plain(afterPosition('nameKey', 1, { value: 'मीरा', id: ID }))).toEqual({
      nameKey: { $gte: 'मीरा' },
      $or: [{ nameKey: { $gt: 'मीरा' } }, { nameKey: 'मीरा', _id: { $gt: ID } }],
    });
  });
});

describe('cutPage', () => {
  it.each([
    ['fewer rows than the page', [1, 2], [1, 2], null],
    ['a full page and no more', [1, 2, 3], [1, 2, 3], null],
    ['one row more', [1, 2, 3, 4], [1, 2, 3], 'after 3'],
    ['no rows', [], [], null],
  ])('of %s: returns the page and the next cursor', (_name, read, rows, nextCursor) => {
    expect(cutPage<number>(read, 3, (last) => `after ${last}`)).toEqual({ rows, nextCursor });
  });
});

describe('readPage', () => {
  /** A query with 20 rows that counts the rows which are read. */
  function createQuery() {
    const state = { read: 0, isClosed: false };
    async function* readRows() {
      for (; state.read < 20; state.read += 1) yield { id: state.read };
    }
    const close = async () => {
      state.isClosed = true;
    };
    return { state, query: { cursor: () => Object.assign(readRows(), { close }) } };
  }
  const encode = ({ id }: { id: number }) => `after ${id}`;

  it('of rows with 1 MB each: ends at 4 MB, and does not read the rest', async () => {
    const { query, state } = createQuery();

    const page = await readPage<{ id: number }>(query, 15, encode, () => 1_000_000);

    expect(page).toEqual({ rows: [{ id: 0 }, { id: 1 }, { id: 2 }, { id: 3 }], nextCursor: 'after 3' });
    expect(state).toEqual({ read: 4, isClosed: true });
  });

  it('of small rows: ends at the limit', async () => {
    const { query, state } = createQuery();

    const page = await readPage<{ id: number }>(query, 2, encode, () => 10);

    expect(page).toEqual({ rows: [{ id: 0 }, { id: 1 }], nextCursor: 'after 1' });
    expect(state.isClosed).toBe(true);
  });
});
