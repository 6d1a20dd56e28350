import type { Message } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import type { OutgoingMessage } from '../../stores/chat-types.ts';
import { buildMessage } from '../../testing/factories.ts';
import { type ConversationRow, conversationRows } from './conversation-rows.ts';

const at = (day: number, minute: number, senderId = 'a', second = 0, overrides: Partial<Message> = {}) =>
  buildMessage({
    senderId,
    createdAt: new Date(2026, 2, day, 10, minute, second).toISOString(),
    ...overrides,
  });

const outgoing = (clientMessageId: string): OutgoingMessage => ({
  clientMessageId,
  receiverId: 'b',
  text: 'வழியில்',
  image: '',
  createdAt: new Date(2026, 2, 1, 10, 1).toISOString(),
  state: 'sending',
  progress: null,
});

const words = (row: ConversationRow) =>
  [
    row.beginsDay && 'day',
    row.isFirstUnread && 'new',
    row.isFirst && 'first',
    row.isLast && 'last',
    row.hasTime && 'time',
    row.outgoing && 'outgoing',
  ]
    .filter(Boolean)
    .join(' ');
const shape = (messages: Message[], waiting: OutgoingMessage[] = [], firstUnreadId: string | null = null) =>
  conversationRows(messages, waiting, 'a', firstUnreadId).map(words);

describe('conversationRows', () => {
  it('in one go: stands together; the same minute is told once', () => {
    expect(shape([at(1, 0), at(1, 0, 'a', 30), at(1, 2)])).toEqual(['day first', 'time', 'last time']);
  });

  it('another sender, a pause, another day: begins anew', () => {
    expect(shape([at(1, 0), at(1, 0, 'b'), at(1, 5, 'b'), at(2, 5, 'b')])).toEqual([
      'day first last time',
      'first last time',
      'first last time',
      'day first last time',
    ]);
  });

  it('the line "New": parts what was written in one go', () => {
    const fresh = at(1, 0, 'b', 20);
    expect(shape([at(1, 0, 'b'), fresh], [], fresh._id)).toEqual([
      'day first last time',
      'new first last time',
    ]);
  });

  it('what waits to be sent: stands at the end, once, under the key that it keeps', () => {
    const stored = at(1, 0, 'a', 0, { clientMessageId: 'one' });
    const rows = conversationRows([stored], [outgoing('one'), outgoing('two')], 'a', null);
    expect(rows.map(({ key }) => key)).toEqual(['one', 'two']);
    expect(rows.map(words)).toEqual(['day first time', 'last time outgoing']);
    expect(rows[1]?.message).toMatchObject({ _id: 'two', senderId: 'a', receiverId: 'b', text: 'வழியில்' });
  });

  it('of the other person: keyed by its own id, whatever it was sent as', () => {
    const theirs = at(1, 0, 'b', 0, { clientMessageId: 'one' });
    expect(conversationRows([theirs], [outgoing('one')], 'a', null).map(({ key }) => key)).toEqual([
      theirs._id,
      'one',
    ]);
  });

  it('nothing: is no row', () => {
    expect(conversationRows([], [], 'a', null)).toEqual([]);
  });
});
