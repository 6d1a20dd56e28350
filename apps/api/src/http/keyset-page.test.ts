import { describe, expect, it } from 'vitest';
import { afterPosition, cutPage } from './keyset-page.js';

const ID = '0123456789abcdef01234567';

/** Without the symbols by which mongoose lets operators of our own through. */
const plain = <T>(filter: T): T => structuredClone(filter);

describe('afterPosition', () => {
  it('at the beginning: filters nothing', () => {
    expect(afterPosition('createdAt', -1, null)).toEqual({});
  });

  it('in a falling order: takes what is less, and equal with a lesser id', () => {
    const value = new Date();

    expect(plain(afterPosition('createdAt', -1, { value, id: ID }))).toEqual({
      createdAt: { $lte: value },
      $or: [{ createdAt: { $lt: value } }, { createdAt: value, _id: { $lt: ID } }],
    });
  });

  it('in a rising order: takes what is greater, and equal with a greater id', () => {
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
  ])('of %s: gives the page and where it goes on', (_name, read, rows, nextCursor) => {
    expect(cutPage<number>(read, 3, (last) => `after ${last}`)).toEqual({ rows, nextCursor });
  });
});
