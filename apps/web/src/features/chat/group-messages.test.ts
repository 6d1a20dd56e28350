import { describe, expect, it } from 'vitest';
import { buildMessage } from '../../testing/factories.ts';
import { groupMessages } from './group-messages.ts';

const at = (day: number, minute: number, senderId = 'a', second = 0) =>
  buildMessage({ senderId, createdAt: new Date(2026, 2, day, 10, minute, second).toISOString() });

const shape = (messages: ReturnType<typeof at>[]) =>
  groupMessages(messages).map((day) =>
    day.messages.map(({ isFirst, isLast, hasTime }) =>
      [isFirst && 'first', isLast && 'last', hasTime && 'time'].filter(Boolean).join(' '),
    ),
  );

describe('groupMessages', () => {
  it('in one go: stands together; the same minute is told once', () => {
    expect(shape([at(1, 0), at(1, 0, 'a', 30), at(1, 2)])).toEqual([['first', 'time', 'last time']]);
  });

  it('another sender, a pause, another day: begins anew', () => {
    expect(shape([at(1, 0), at(1, 0, 'b'), at(1, 5, 'b'), at(2, 5, 'b')])).toEqual([
      ['first last time', 'first last time', 'first last time'],
      ['first last time'],
    ]);
  });

  it('nothing: is no day', () => {
    expect(groupMessages([])).toEqual([]);
  });
});
