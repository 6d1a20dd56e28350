import { Registry } from 'prom-client';
import { Server } from 'socket.io';
import { describe, expect, it } from 'vitest';
import { type Broadcast, createBroadcast } from '../realtime/broadcast.js';
import type { CountedEvent } from '../realtime/realtime-metrics.js';
import type { AppServer } from '../realtime/socket-types.js';
import { createChatMetrics } from './chat-metrics.js';

/** Emits one event through a broadcast without sockets. @returns the counts above zero by event, and the text. */
async function emitAndCount(emit: (broadcast: Broadcast) => void) {
  const registry = new Registry();
  const { sockets } = createChatMetrics(registry, { socketCount: () => 0, userCount: () => 0 });
  const io: AppServer = new Server();
  emit(createBroadcast(io, sockets));
  const text = await registry.metrics();
  const counts = [...text.matchAll(/^safarnama_realtime_events_total\{event="(\w+)"\} ([1-9]\d*)$/gm)];
  return { text, counts: Object.fromEntries(counts.map(([, event, count]) => [event, Number(count)])) };
}

/** Stands for every payload: the broadcast reads at most ids of it, and no socket receives it. */
const PAYLOAD = {} as never;

/** A call of the broadcast for each event. */
const CALLS: Record<CountedEvent, (broadcast: Broadcast) => void> = {
  newMessage: ({ messageStored }) =>
    messageStored(PAYLOAD, { sessionId: 's', socketId: null, receivedAt: performance.now() }),
  sessionStarted: ({ sessionStarted }) => sessionStarted('a', PAYLOAD),
  sessionEnded: ({ sessionsEnded }) => sessionsEnded('a', ['s']),
  messagesDelivered: ({ receiptUpdated }) => receiptUpdated('delivered', PAYLOAD, 'm'),
  messagesRead: ({ receiptUpdated }) => receiptUpdated('read', PAYLOAD, null),
  messageChanged: ({ messageChanged }) => messageChanged(PAYLOAD, ['a', 'b']),
  messageRemoved: ({ messageRemoved }) => messageRemoved('a', PAYLOAD),
  sharedPostChanged: ({ sharedPostChanged }) => sharedPostChanged(PAYLOAD, ['a', 'b']),
  blockChanged: ({ blockChanged }) => blockChanged('a', 'b', true),
  canMessageChanged: ({ canMessageChanged }) => canMessageChanged('a', 'b', false),
  notification: ({ notificationStored }) => notificationStored('a', PAYLOAD),
  notificationsRead: ({ notificationsRead }) => notificationsRead('a', PAYLOAD),
  postComment: ({ commentChanged }) => commentChanged(PAYLOAD),
};

describe('metrics of events', () => {
  it.each(Object.entries(CALLS))('%s: is counted once, by its name', async (event, emit) => {
    expect((await emitAndCount(emit)).counts).toEqual({ [event]: 1 });
  });

  it('newMessage: is the only one whose time since the request is observed', async () => {
    for (const [event, emit] of Object.entries(CALLS)) {
      const { text } = await emitAndCount(emit);

      const count = event === 'newMessage' ? 1 : 0;
      expect(text).toContain(`safarnama_message_send_to_event_seconds_count ${count}\n`);
    }
  });

  it('of several sessions that end at once: count each', async () => {
    const { counts, text } = await emitAndCount(({ sessionsEnded }) => sessionsEnded('a', ['s', 't']));

    expect(counts).toEqual({ sessionEnded: 2 });
    expect(text).toContain('safarnama_session_ends_total 2\n');
  });
});
