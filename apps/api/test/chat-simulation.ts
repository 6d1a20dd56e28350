import { setTimeout as delay } from 'node:timers/promises';
import type { Conversation, Message } from '@safarnama/contracts';
import type { Random } from '../scripts/random.js';
import { processEnv } from '../src/config/env.js';
import { signUp } from './process.js';

const SENDERS = 12;
/** A kill and a restart take 2 to 5 s; a busy machine needs longer. */
const RETRY_LIMIT_MS = 150_000;
/** A request without a response is repeated after this time. */
const RESPONSE_TIMEOUT_MS = 8_000;
const PAUSE_MS = 100;
/** Small, so that polling readers need many pages. */
const POLLED_PAGE_SIZE = 5;
const HISTORY_PAGE_SIZE = 100;
/** What each sender sends in a round. */
const TEXTS = ['वहाँ कैसे पहुँचे?', 'வணக்கம், நாளை வருகிறேன்', 'কাল সকালে বেরোব', '👨‍👩‍👧‍👦 🛕', '5 < 6 & <b>'];

interface ChatUser {
  id: string;
  cookie: string;
}

/** A tab in which a user sends messages to another, one after the other. */
interface Sender {
  from: ChatUser;
  to: ChatUser;
}

interface Sent {
  sender: Sender;
  clientMessageId: string;
  /** From the response. */
  _id: string;
}

/** What happened to the messages that were sent. */
export interface Tally {
  acknowledged: number;
  lost: number;
  duplicated: number;
  /** Whether both users see the same order, and each sender's messages in the order they were sent. */
  order: 'same' | 'DIFFERENT';
  /** Whether readers that polled with `after` all the time received every message once and in order. */
  polled: 'exact' | 'WRONG';
}

export const describeTally = ({ acknowledged, lost, duplicated, order, polled }: Tally) =>
  `acknowledged ${acknowledged}, lost ${lost}, duplicated ${duplicated}, order ${order}, polled ${polled}`;

/** Reads `ROUNDS` and `SEED` from the environment: the number of kills and the seed for their timing. */
export function readSimulationSettings(): { rounds: number; seed: string } {
  const { ROUNDS = '3', SEED = crypto.randomUUID().slice(0, 8) } = processEnv();
  return { rounds: Number(ROUNDS), seed: SEED };
}

/**
 * Repeats a request after connection errors, timeouts and 503.
 *
 * @throws for every other failure, which a retry would not fix, and when the time limit has passed.
 */
async function requestWithRetries(
  url: string,
  user: ChatUser,
  init: RequestInit = {},
): Promise<{ status: number; body: unknown; attempts: number }> {
  const deadline = performance.now() + RETRY_LIMIT_MS;
  for (let attempts = 1; ; attempts += 1) {
    const response = await requestOnce(url, user, init).catch((error: Error) => error);
    if (!(response instanceof Error) && response.status < 300) return { ...response, attempts };
    const isFinal = !(response instanceof Error) && response.status !== 503;
    if (isFinal || performance.now() > deadline) {
      throw new Error(`${url}: ${response instanceof Error ? response : JSON.stringify(response)}`);
    }
    await delay(PAUSE_MS);
  }
}

async function requestOnce(url: string, { cookie }: ChatUser, init: RequestInit) {
  const response = await fetch(url, {
    ...init,
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  const body: unknown = await response.json();
  return { status: response.status, body };
}

/**
 * Creates three users who message each other in twelve tabs through a server that may be killed at any time.
 *
 * @param url - URL of the server, the same after each restart.
 * @param random - chooses when the kills happen.
 */
export async function createChat(url: string, random: Random) {
  const [asha, ravi, meena] = await Promise.all([signUp(url), signUp(url), signUp(url)]);
  const pairs: [ChatUser, ChatUser][] = [
    [asha, ravi],
    [ravi, meena],
    [meena, asha],
  ];
  const conversations = pairs.map((pair) => {
    const [first, other] = pair;
    const senders: Sender[] = Array.from({ length: SENDERS / pairs.length }, (_, index) =>
      index % 2 === 0 ? { from: first, to: other } : { from: other, to: first },
    );
    const readers = [
      { user: first, other, seen: [] as string[] },
      { user: other, other: first, seen: [] as string[] },
    ] as const;
    return { senders, readers, sent: [] as Sent[] };
  });
  type TestConversation = (typeof conversations)[number];
  let repeated = 0;
  let storedWithoutResponse = 0;

  async function send(sender: Sender, text: string): Promise<Sent> {
    const clientMessageId = crypto.randomUUID();
    const { status, body, attempts } = await requestWithRetries(
      `${url}/api/message/send/${sender.to.id}`,
      sender.from,
      {
        method: 'POST',
        body: JSON.stringify({ text, image: '', clientMessageId }),
      },
    );
    if (attempts > 1) repeated += 1;
    if (status === 200) storedWithoutResponse += 1;
    return { sender, clientMessageId, _id: (body as Message)._id };
  }

  async function readPage(user: ChatUser, other: ChatUser, query: string): Promise<Conversation> {
    const { body } = await requestWithRetries(`${url}/api/message/${other.id}?${query}`, user);
    return body as Conversation;
  }

  /** Reads the whole conversation backwards, like a user who opens it and scrolls up. */
  async function readAll(user: ChatUser, other: ChatUser): Promise<Message[]> {
    const messages: Message[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const before: string = cursor === '' ? '' : `&before=${cursor}`;
      const page = await readPage(user, other, `limit=${HISTORY_PAGE_SIZE}${before}`);
      messages.unshift(...page.messages_between_sender_receiver);
      cursor = page.nextCursor;
    }
    return messages;
  }

  /** Polls for messages after the last one seen, until a page requested after the end of the round is empty. */
  async function poll({ user, other, seen }: TestConversation['readers'][number], isOver: () => boolean) {
    for (let wasOver = false; ; ) {
      const page = await readPage(user, other, `limit=${POLLED_PAGE_SIZE}&after=${seen.at(-1)}`);
      const messages = page.messages_between_sender_receiver;
      seen.push(...messages.map(({ _id }) => _id));
      if (messages.length > 0) continue;
      if (wasOver) return;
      wasOver = isOver();
      await delay(PAUSE_MS);
    }
  }

  async function tally(): Promise<Tally> {
    const sum: Tally = { acknowledged: 0, lost: 0, duplicated: 0, order: 'same', polled: 'exact' };
    for (const { readers, sent } of conversations) {
      const [firstView = [], secondView = []] = await Promise.all(
        readers.map(({ user, other }) => readAll(user, other)),
      );
      const stored = new Map(firstView.map((message) => [message.clientMessageId, message._id]));
      const delivered = sent.filter(({ clientMessageId, _id }) => stored.get(clientMessageId) === _id);
      sum.acknowledged += sent.length;
      sum.lost += sent.length - delivered.length;
      sum.duplicated += firstView.length - delivered.length;
      const order = firstView.map(({ _id }) => _id).join();
      const positions = new Map(firstView.map(({ _id }, position) => [_id, position]));
      const lastPositions = new Map<Sender, number>();
      for (const { sender, _id } of delivered) {
        const position = positions.get(_id) ?? -1;
        if (position < (lastPositions.get(sender) ?? -1)) sum.order = 'DIFFERENT';
        lastPositions.set(sender, position);
      }
      if (secondView.map(({ _id }) => _id).join() !== order) sum.order = 'DIFFERENT';
      if (readers.some(({ seen }) => seen.join() !== order)) sum.polled = 'WRONG';
    }
    return sum;
  }

  // Readers poll for messages after a known one, so each conversation gets its first message before any kill.
  for (const { senders, readers, sent } of conversations) {
    const [first] = senders;
    if (!first) continue;
    const start = await send(first, 'नमस्ते');
    sent.push(start);
    for (const { seen } of readers) seen.push(start._id);
  }

  return {
    /**
     * Lets all tabs send at the same time, and calls `killAndRestart` after a random number of responses.
     *
     * @param killAndRestart - resolves when the killed process runs again.
     * @returns the result of all messages sent so far.
     */
    async round(killAndRestart: () => Promise<void>): Promise<Tally> {
      const killAfter = random.int(1, SENDERS * (TEXTS.length - 1));
      const delayMs = random.range(0, 10);
      let responseCount = 0;
      let isOver = false;
      let triggerKill = () => {};
      const killed = new Promise<void>((resolve) => {
        triggerKill = resolve;
      })
        .then(() => delay(delayMs))
        .then(killAndRestart);
      const polling = conversations.flatMap(({ readers }) =>
        readers.map((reader) => poll(reader, () => isOver)),
      );
      const writing = conversations.flatMap(({ senders, sent }) =>
        senders.map(async (sender) => {
          for (const text of TEXTS) {
            sent.push(await send(sender, text));
            responseCount += 1;
            if (responseCount === killAfter) triggerKill();
          }
        }),
      );
      const written = Promise.all(writing).then(() => {
        isOver = true;
      });
      await Promise.all([written, killed, ...polling]);
      return await tally();
    },

    /** Number of sends that were repeated, and how many of these had already stored their message. */
    countRepeats: () => ({ repeated, storedWithoutResponse }),

    /** Number of messages that `rounds` rounds send. */
    countExpected: (rounds: number) => conversations.length + rounds * SENDERS * TEXTS.length,
  };
}
