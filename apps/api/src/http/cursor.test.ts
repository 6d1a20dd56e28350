import fc from 'fast-check';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import {
  decodeCursor,
  decodeDatePosition,
  encodeCursor,
  encodeDatePosition,
  requireId,
  requireTime,
} from './cursor.js';

const ID = '0123456789abcdef01234567';

describe('encodeCursor and decodeCursor', () => {
  it('with any position: return it unchanged, and the cursor is safe in a URL', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer())), (parts) => {
        const cursor = encodeCursor(parts);

        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor(cursor)).toEqual(parts);
      }),
      { numRuns: 100 },
    );
  });
});

describe('decodeDatePosition', () => {
  it('with arbitrary text: throws 400, never another error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(() => decodeDatePosition(text)).toThrow(
          expect.objectContaining({ status: 400, code: 'invalid_cursor' }),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('with the cursor of a row: returns its time to the millisecond and its id', () => {
    const date = new Date('2026-11-21T08:54:39.123Z');

    expect(decodeDatePosition(encodeDatePosition(date, { _id: new Types.ObjectId(ID) }))).toEqual({
      value: date,
      id: ID,
    });
  });

  it('without a cursor: returns null', () => {
    expect(decodeDatePosition(undefined)).toBeNull();
  });

  it.each([
    [[]],
    [[1]],
    [['1', ID]],
    [[8.64e15 + 1, ID]],
    [[1, ID.toUpperCase()]],
    [[1, `${ID}0`]],
    [[1, { $gt: '' }]],
    [[{ $gt: '' }, ID]],
    [[null, ID]],
  ])('with a cursor that contains %j: throws 400', (parts) => {
    const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');

    expect(() => decodeDatePosition(cursor)).toThrow(expect.objectContaining({ status: 400 }));
  });
});

describe('requireTime', () => {
  it.each([0, 253_402_300_799_999])('with %j, the lowest or highest time: returns it', (time) => {
    expect(requireTime(time)).toEqual(new Date(time));
  });

  // Without the upper bound, the Python engine fails: its dates end with the year 9999.
  it.each([-1, 253_402_300_800_000, 8.64e15, undefined, null, '1', {}, [1]])(
    'with %j: throws 400',
    (value) => {
      expect(() => requireTime(value)).toThrow(expect.objectContaining({ status: 400 }));
    },
  );
});

describe('requireId', () => {
  it('with an id: returns it', () => {
    expect(requireId(ID)).toBe(ID);
  });

  it.each([undefined, null, 1, '', 'x', {}, [ID]])('with %j: throws 400', (value) => {
    expect(() => requireId(value)).toThrow(expect.objectContaining({ status: 400 }));
  });
});
