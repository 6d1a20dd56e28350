import { setTimeout as delay } from 'node:timers/promises';
import type { Conversation, Message } from '@safarnama/contracts';
import { describe, expect, it, vi } from 'vitest';
import { createRandom, type Random } from '../../scripts/random.js';
import { useApp } from '../../test/app.js';
import { readSimulationSettings } from '../../test/chat-simulation.js';
import { sendMessage } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { useSockets } from '../../test/socket.js';
import { createTcpProxy } from '../../test/tcp-proxy.js';

useDatabase();
const app = useApp();
let proxyUrl = '';
const sockets = useSockets({
  get url() {
    return proxyUrl;
  },
});

const DISCONNECTS = 100;
/** Interval of each of four senders: ten messages a second in total. */
const SEND_INTERVAL_MS = 400;
/** Small, so that catching up after a longer disconnect takes several pages. */
const PAGE_LENGTH = 2;
const CATCH_UP_TIMEOUT_MS = 10_000;
const TEST_TIMEOUT_MS = 360_000;

const getIds = (messages: readonly Message[]) => messages.map(({ _id }) => _id);

async function readAfter(url: string, reader: SignedIn, otherId: string, after: string) {
  const response = await fetch(`${url}/api/message/${otherId}?limit=${PAGE_LENGTH}&after=${after}`, {
    headers: { Cookie: reader.cookie },
  });
  if (!response.ok) throw new Error(`${response.status}`);
  const page = (await response.json()) as Conversation;
  return { missed: page.messages_between_sender_receiver, next: page.nextCursor };
}

/**
 * Simulates a reader's open conversation. Events append to it; after each connect it fetches what follows the last
 * message before any gap.
 */
function openConversation(reader: SignedIn, otherId: string, first: Message) {
  let messages = [first];
  let syncedUpTo = first._id;
  let isCaughtUp = false;
  let latestRun = 0;
  let fetchedCount = 0;
  return {
    messages: () => messages,
    fetchedCount: () => fetchedCount,

    receive(message: Message): void {
      if (message.senderId !== otherId) return;
      if (!messages.some(({ _id }) => _id === message._id)) messages = [...messages, message];
      if (isCaughtUp) syncedUpTo = message._id;
    },

    handleDisconnect(): void {
      isCaughtUp = false;
    },

    async catchUp(): Promise<void> {
      latestRun += 1;
      const thisRun = latestRun;
      try {
        for (let after: string | null = syncedUpTo; after !== null; ) {
          const from: string = after;
          const { missed, next } = await readAfter(proxyUrl, reader, otherId, from);
          if (thisRun !== latestRun) return;
          const ids = new Set(getIds(missed));
          fetchedCount += missed.filter(({ _id }) => !messages.some((known) => known._id === _id)).length;
          const others = messages.filter(({ _id }) => !ids.has(_id));
          const position = others.findIndex(({ _id }) => _id === from) + 1;
          messages = others.toSpliced(position, 0, ...missed);
          syncedUpTo = missed.at(-1)?._id ?? syncedUpTo;
          after = next;
        }
        isCaughtUp = true;
      } catch {
        // The connection was lost: the next connect resumes from the same message.
      }
    },
  };
}

/** Disconnects and accepts connections again. Before one disconnect in three, the proxy drops all data for a while. */
async function dropConnection(
  proxy: Awaited<ReturnType<typeof createTcpProxy>>,
  random: Random,
): Promise<void> {
  if (random.chance(1 / 3)) {
    proxy.dropData();
    await delay(random.range(20, 150));
  }
  await proxy.disconnect();
  await proxy.open();
}

describe('Reliability 4: a reader who is disconnected 100 times', () => {
  it(
    'while four senders send 10 messages a second: has each message once, in the stored order',
    async () => {
      const { seed } = readSimulationSettings();
      const random = createRandom(seed);
      const [reader, asha, ravi] = await Promise.all([signIn(app), signIn(app), signIn(app)]);
      const senders = [asha, ravi];
      const { hostname: host, port } = new URL(app.url);
      const proxy = await createTcpProxy({ host, port: Number(port) });
      await proxy.open();
      proxyUrl = `http://127.0.0.1:${proxy.port}`;

      const conversations = await Promise.all(
        senders.map(async (sender) => {
          const first = await sendMessage(sender, reader.user._id, { text: 'नमस्ते' });
          return { sender, first, view: openConversation(reader, sender.user._id, first) };
        }),
      );
      const socket = sockets.create({
        cookie: reader.cookie,
        reconnection: true,
        reconnectionDelay: 20,
        reconnectionDelayMax: 50,
      });
      let connects = 0;
      socket.client.on('connect', () => {
        connects += 1;
        for (const { view } of conversations) void view.catchUp();
      });
      socket.client.on('disconnect', () => {
        for (const { view } of conversations) view.handleDisconnect();
      });
      socket.client.on('newMessage', (message) => {
        for (const { view } of conversations) view.receive(message);
      });

      let isStopped = false;
      // Two tabs for each of the two senders.
      const sending = [...conversations, ...conversations].map(async ({ sender }, tab) => {
        let sent = 0;
        await delay((tab * SEND_INTERVAL_MS) / 4);
        for (; !isStopped; sent += 1) {
          await Promise.all([
            sendMessage(sender, reader.user._id, { text: `${tab}: 🌺 ${sent}` }),
            delay(SEND_INTERVAL_MS),
          ]);
        }
        return sent;
      });
      try {
        for (let n = 0; n < DISCONNECTS; n += 1) {
          // Most disconnects hit a client that is connected or catching up, the others one that may be connecting.
          if (random.chance(0.8)) {
            await vi.waitFor(() => expect(socket.client.connected).toBe(true), {
              timeout: CATCH_UP_TIMEOUT_MS,
              interval: 5,
            });
          }
          await delay(random.range(10, 200));
          await dropConnection(proxy, random);
        }
        isStopped = true;
        const sent = (await Promise.all(sending)).reduce((sum, count) => sum + count, conversations.length);

        const stored = await Promise.all(
          conversations.map(async ({ sender, first }) => {
            const order = [first];
            for (let after: string | null = first._id; after !== null; ) {
              const { missed, next } = await readAfter(app.url, reader, sender.user._id, after);
              order.push(...missed);
              after = next;
            }
            return getIds(order);
          }),
        );
        await vi.waitFor(
          () => expect(conversations.map(({ view }) => getIds(view.messages()))).toEqual(stored),
          {
            timeout: CATCH_UP_TIMEOUT_MS,
            interval: 20,
          },
        );
        const events = getIds(socket.received('newMessage'));
        const fetchedCount = conversations.reduce((sum, { view }) => sum + view.fetchedCount(), 0);
        console.log(
          `${DISCONNECTS} disconnects, ${connects} connects, SEED=${seed}: sent ${sent}, lost ${sent - stored.flat().length}, ` +
            `duplicated ${events.length - new Set(events).size}, same order (by event ${events.length}, by catch-up ${fetchedCount})`,
        );

        expect(stored.flat()).toHaveLength(sent);
        expect(new Set(events).size).toBe(events.length);
        // Messages arrived both by event and by catching up.
        expect(events.length).toBeGreaterThan(0);
        expect(fetchedCount).toBeGreaterThan(0);
      } finally {
        isStopped = true;
        await proxy.disconnect();
      }
    },
    TEST_TIMEOUT_MS,
  );
});
