import type { Message } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import type { OutgoingMessage } from '../../stores/chat/outbox/outgoing-message.ts';
import { buildMessage } from '../../testing/factories.ts';
import { buildConversationRows, type ConversationRow } from './conversation-rows.ts';

const at = (day: number, minute: number, senderId = 'a', second = 0, overrides: Partial<Message> = {}) =>
  buildMessage({
    senderId,
    createdAt: new Date(2026, 2, day, 10, minute, second).toISOString(),
    ...overrides,
  });

const outgoing = (clientMessageId: string, overrides: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  clientMessageId,
  receiverId: 'b',
  text: 'வழியில்',
  image: '',
  createdAt: new Date(2026, 2, 1, 10, 1).toISOString(),
  state: 'sending',
  progress: null,
  ...overrides,
});

const describeRow = (row: ConversationRow) =>
  [
    row.isFirstUnread && 'new',
    row.isLastInGroup && 'last',
    row.showsTime && 'time',
    row.outgoing && 'outgoing',
    row.nextDay !== null && 'day',
  ]
    .filter(Boolean)
    .join(' ');
const describeRows = (
  messages: Message[],
  waiting: OutgoingMessage[] = [],
  firstUnreadId: string | null = null,
) => buildConversationRows(messages, waiting, 'a', firstUnreadId).map(describeRow);

describe('buildConversationRows', () => {
  it('messages in quick succession: form a group that shows each minute once', () => {
    expect(describeRows([at(1, 0), at(1, 0, 'a', 30), at(1, 2)])).toEqual(['', 'time', 'last time']);
  });

  it('another sender, a pause or another day: starts a new group', () => {
    expect(describeRows([at(1, 0), at(1, 0, 'b'), at(1, 5, 'b'), at(2, 5, 'b')])).toEqual([
      'last time',
      'last time',
      'last time day',
      'last time',
    ]);
  });

  it('a change of the date: ends the day, even between messages less than a minute apart or before an earlier date', () => {
    const atTime = (...parts: [number, number, number, number]) =>
      buildMessage({ senderId: 'a', createdAt: new Date(2026, ...parts).toISOString() });
    const messages = [
      atTime(2, 28, 23, 59),
      atTime(2, 29, 0, 0),
      atTime(2, 29, 23, 59),
      atTime(2, 28, 12, 0),
    ];

    expect(buildConversationRows(messages, [], 'a', null).map(({ nextDay }) => nextDay)).toEqual([
      messages[1]?.createdAt,
      null,
      messages[3]?.createdAt,
      null,
    ]);
  });

  it('waiting messages: show one note per group, below the last waiting message', () => {
    const later = new Date(2026, 2, 1, 10, 30).toISOString();
    const waiting = [
      outgoing('w1', { state: 'waiting' }),
      outgoing('w2', { state: 'waiting' }),
      outgoing('w3', { state: 'failed' }),
      outgoing('w4', { state: 'waiting', createdAt: later }),
    ];

    const rows = buildConversationRows([at(1, 0)], waiting, 'a', null);

    expect(rows.filter(({ showsWaitingNote }) => showsWaitingNote).map(({ key }) => key)).toEqual([
      'w2',
      'w4',
    ]);
  });

  it('the first unread message: splits a group', () => {
    const unread = at(1, 0, 'b', 20);
    expect(describeRows([at(1, 0, 'b'), unread], [], unread._id)).toEqual(['last time', 'new last time']);
  });

  it('unsent messages: come last, each once, with a key that remains the same after sending', () => {
    const stored = at(1, 0, 'a', 0, { clientMessageId: 'one' });
    const rows = buildConversationRows([stored], [outgoing('one'), outgoing('two')], 'a', null);
    expect(rows.map(({ key }) => key)).toEqual(['one', 'two']);
    expect(rows.map(describeRow)).toEqual(['time', 'last time outgoing']);
    expect(rows[1]?.message).toMatchObject({ _id: 'two', senderId: 'a', receiverId: 'b', text: 'வழியில்' });
  });

  it('messages of the partner: are keyed by their id', () => {
    const theirs = at(1, 0, 'b', 0, { clientMessageId: 'one' });
    expect(buildConversationRows([theirs], [outgoing('one')], 'a', null).map(({ key }) => key)).toEqual([
      theirs._id,
      'one',
    ]);
  });

  it('older messages that are prepended: change none of the rows after them', () => {
    const older = [at(1, 0), at(2, 0), at(2, 1)];
    const newer = [at(2, 2), at(2, 2, 'a', 30), at(2, 3, 'b'), at(3, 0, 'b')];
    const firstUnreadId = newer[2]?._id ?? null;

    const rows = buildConversationRows([...older, ...newer], [], 'a', firstUnreadId);

    expect(rows.slice(older.length)).toEqual(buildConversationRows(newer, [], 'a', firstUnreadId));
  });

  it('no messages: returns no rows', () => {
    expect(buildConversationRows([], [], 'a', null)).toEqual([]);
  });
});
