import type { Message } from '@safarnama/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api-client.ts';
import { buildId, buildMessage } from '../../../testing/factories.ts';

import { type ChatStorage, createChatStorage } from './chat-db.ts';
import { type Outbox, type OutboxDeps, startOutbox } from './outbox.ts';
import type { OutboxRecord, OutgoingMessage } from './outgoing-message.ts';

const me = buildId();
const [arun, bina] = [buildId(), buildId()];
/** For what takes moments, on a busy machine. */
const POLL_OPTIONS = { timeout: 10_000 };
const NO_RESPONSE = new ApiError(0, '', '');

let written = 0;
function record(text: string, overrides: Partial<OutboxRecord> = {}): OutboxRecord {
  written += 1;
  return {
    clientMessageId: `c${written}`,
    ownerId: me,
    receiverId: arun,
    text,
    image: '',
    createdAt: new Date(Date.UTC(2026, 2, 1) + written).toISOString(),
    ...overrides,
  };
}

const toStored = ({ receiverId, text, clientMessageId }: OutboxRecord) =>
  buildMessage({ senderId: me, receiverId, text, clientMessageId });

interface Tab {
  outbox: Outbox;
  list: () => readonly OutgoingMessage[];
  sent: Message[];
  rejected: string[];
}

const open: Outbox[] = [];
/** One tab of the browser; all of a test see the same storage on the device. */
function openTab(
  deps: Partial<OutboxDeps> = {},
  storage: ChatStorage = createChatStorage(),
  ownerId = me,
): Tab {
  let list: readonly OutgoingMessage[] = [];
  const sent: Message[] = [];
  const rejected: string[] = [];
  const outbox = startOutbox(ownerId, {
    storage,
    send: async (one) => toStored(one),
    isStillSignedIn: async () => true,
    onChange: (outgoing) => {
      list = outgoing;
    },
    onSent: (message) => {
      if (!sent.some(({ clientMessageId }) => clientMessageId === message.clientMessageId))
        sent.push(message);
    },
    onRejected: ({ text }, reason) => rejected.push(`${text}: ${reason}`),
    rejectionFallback: 'Message Send Failed',
    ...deps,
  });
  open.push(outbox);
  return { outbox, list: () => list, sent, rejected };
}

const texts = (tab: Tab) => tab.list().map(({ text, state }) => `${text} ${state}`);
const sentTexts = (tab: Tab) => tab.sent.map(({ text }) => text);
const offline = async () => {
  throw NO_RESPONSE;
};

afterEach(() => {
  vi.useRealTimers();
  for (const outbox of open.splice(0)) outbox.stop();
  localStorage.clear();
});

describe('the outbox of one tab', () => {
  it('several messages: go out one after the other to each receiver, in the order they were written', async () => {
    const calls: string[] = [];
    const tab = openTab({
      send: async (one) => {
        calls.push(`${one.text} begins`);
        await Promise.resolve();
        calls.push(`${one.text} ends`);
        return toStored(one);
      },
    });

    await Promise.all(['एक', 'दो', 'तीन'].map((text) => tab.outbox.add(record(text))));

    await expect.poll(() => sentTexts(tab)).toEqual(['एक', 'दो', 'तीन']);
    expect(calls).toEqual(['एक begins', 'एक ends', 'दो begins', 'दो ends', 'तीन begins', 'तीन ends']);
    await expect.poll(tab.list).toEqual([]);
  });

  it('no answer: waits with all behind it, and goes out with the same id when the line is back', async () => {
    const send = vi.fn<OutboxDeps['send']>(offline);
    const tab = openTab({ send });
    const [first, second] = [record('ஒன்று'), record('இரண்டு')];
    await tab.outbox.add(first);
    await tab.outbox.add(second);
    await expect.poll(() => texts(tab)).toEqual(['ஒன்று waiting', 'இரண்டு waiting']);

    send.mockImplementation(async (one) => toStored(one));
    tab.outbox.retryNow();

    await expect.poll(() => sentTexts(tab)).toEqual(['ஒன்று', 'இரண்டு']);
    expect(send.mock.calls.at(-2)?.[0]).toEqual(first);
  });

  it('no answer: is tried again by itself after about a second', async () => {
    const send = vi.fn<OutboxDeps['send']>(offline);
    const tab = openTab({ send });
    await tab.outbox.add(record('फिर से'));
    await expect.poll(() => send.mock.calls.length).toBe(1);

    send.mockImplementation(async (one) => toStored(one));

    await expect.poll(() => sentTexts(tab)).toEqual(['फिर से']);
  });

  it('429 with a wait: is not tried before it is over, whoever else is written to', async () => {
    const send = vi.fn<OutboxDeps['send']>(async () => {
      throw new ApiError(429, 'too_many', 'Too many', [], 60_000);
    });
    const tab = openTab({ send });
    await tab.outbox.add(record('ধীরে'));
    await expect.poll(() => texts(tab)).toEqual(['ধীরে waiting']);

    await tab.outbox.add(record('তুমিও', { receiverId: bina }));
    tab.outbox.retryNow();
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(texts(tab)).toEqual(['ধীরে waiting', 'তুমিও waiting']);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('refused: is told once, blocks nobody behind it, and stays until it is tried again', async () => {
    let isRejected = true;
    const send: OutboxDeps['send'] = async (one) => {
      if (one.text === 'नहीं' && isRejected) throw new ApiError(400, 'invalid', 'Not so');
      return toStored(one);
    };
    const tab = openTab({ send });
    const rejected = record('नहीं');
    await tab.outbox.add(rejected);
    await tab.outbox.add(record('हाँ'));
    await expect.poll(() => sentTexts(tab)).toEqual(['हाँ']);
    expect(tab.rejected).toEqual(['नहीं: Not so']);
    expect(tab.list()).toMatchObject([{ text: 'नहीं', state: 'failed', error: 'Not so' }]);

    isRejected = false;
    tab.outbox.retry(rejected.clientMessageId);

    await expect.poll(() => sentTexts(tab)).toEqual(['हाँ', 'नहीं']);
    await expect.poll(tab.list).toEqual([]);
  });

  it('a picture: tells how much of it has gone out', async () => {
    const seen: (number | null)[] = [];
    const tab = openTab({
      send: async (one, { onProgress }) => {
        onProgress(0.5);
        seen.push(tab.list()[0]?.progress ?? null);
        return toStored(one);
      },
    });

    await tab.outbox.add(record('', { image: 'data:image/png;base64,AAAA' }));

    await expect.poll(() => tab.sent.length).toBe(1);
    expect(seen).toEqual([0.5]);
  });

  it('discarded while it is on its way: ends the try and is forgotten', async () => {
    let isAborted = false;
    const send: OutboxDeps['send'] = (_one, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          isAborted = true;
          reject(signal.reason);
        });
      });
    const tab = openTab({ send });
    const one = record('भूल जाओ');
    await tab.outbox.add(one);
    await expect.poll(() => texts(tab)).toEqual(['भूल जाओ sending']);
    await new Promise((resolve) => setTimeout(resolve, 150));

    tab.outbox.discard(one.clientMessageId);

    await expect.poll(() => isAborted).toBe(true);
    expect(tab.list()).toEqual([]);
    expect(await createChatStorage().listOutbox(me)).toEqual([]);
  });

  it('another person’s session in this browser: nothing goes out', async () => {
    const send = vi.fn<OutboxDeps['send']>(async (one) => toStored(one));
    const tab = openTab({ send, isStillSignedIn: async () => false });

    await tab.outbox.add(record('मेरा'));

    await expect.poll(() => texts(tab)).toEqual(['मेरा waiting']);
    expect(send).not.toHaveBeenCalled();
  });
});

describe('a line that swallows everything', () => {
  it('whether one is still signed in is not answered: the try ends in time, and the next one goes out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const isStillSignedIn = vi.fn<OutboxDeps['isStillSignedIn']>(() => new Promise(() => undefined));
    const tab = openTab({ isStillSignedIn });
    await vi.advanceTimersByTimeAsync(200);
    void tab.outbox.add(record('कुआँ'));
    await vi.waitUntil(() => isStillSignedIn.mock.calls.length === 1, POLL_OPTIONS);

    await vi.advanceTimersByTimeAsync(20_100);
    expect(texts(tab)).toEqual(['कुआँ waiting']);
    isStillSignedIn.mockResolvedValue(true);
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();

    await expect.poll(() => sentTexts(tab)).toEqual(['कुआँ']);
  });
});

describe('the outbox after the page was closed', () => {
  it('what waited: comes back and goes out, what was refused comes back as refused', async () => {
    const before = openTab({
      send: async (one) => {
        throw one.text === 'बुरा'
          ? new ApiError(403, 'blocked', 'You cannot message this person')
          : NO_RESPONSE;
      },
    });
    await before.outbox.add(record('अच्छा'));
    await before.outbox.add(record('बुरा', { receiverId: bina }));
    await expect.poll(() => texts(before)).toEqual(['अच्छा waiting', 'बुरा failed']);
    await expect.poll(async () => (await createChatStorage().listOutbox(me))?.[1]?.error).toBeDefined();
    before.outbox.stop();

    const after = openTab();

    await expect.poll(() => sentTexts(after)).toEqual(['अच्छा']);
    await expect.poll(() => texts(after)).toEqual(['बुरा failed']);
    // Nobody waits for its words any more.
    expect(after.rejected).toEqual([]);
  });

  it('somebody else who signs in: sees and sends nothing of it', async () => {
    const before = openTab({ send: offline });
    await before.outbox.add(record('निजी'));
    await expect.poll(() => texts(before)).toEqual(['निजी waiting']);
    before.outbox.stop();
    const send = vi.fn<OutboxDeps['send']>(async (one) => toStored(one));
    const other = openTab({ send }, createChatStorage(), bina);
    await other.outbox.add(record('अपना', { ownerId: bina }));

    await expect.poll(() => sentTexts(other)).toEqual(['अपना']);

    expect(send).toHaveBeenCalledTimes(1);
    expect(await createChatStorage().listOutbox(me)).toMatchObject([{ text: 'निजी' }]);
  });
});

describe('the outboxes of several tabs', () => {
  it('one of them sends, both show it', async () => {
    const send = vi.fn<OutboxDeps['send']>(async (one) => toStored(one));
    const [first, second] = [openTab({ send }), openTab({ send })];

    await second.outbox.add(record('दो खिड़कियाँ'));

    await expect.poll(() => [sentTexts(first), sentTexts(second)]).toEqual([['दो खिड़कियाँ'], ['दो खिड़कियाँ']]);
    expect(send).toHaveBeenCalledTimes(1);
    await expect.poll(() => [first.list(), second.list()]).toEqual([[], []]);
  });

  it('the tab that sends is closed: another one goes on', async () => {
    const first = openTab({ send: offline });
    await expect.poll(() => localStorage.length).toBe(1);
    const second = openTab();
    await first.outbox.add(record('आगे'));
    await expect.poll(() => texts(second)).toEqual(['आगे waiting']);

    first.outbox.stop();

    await expect.poll(() => sentTexts(second), { timeout: 5_000 }).toEqual(['आगे']);
  });

  it('the tab that sends is frozen in the middle of a send: another one sends it with the same id', async () => {
    const send = vi.fn<OutboxDeps['send']>(
      (_one, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const first = openTab({ send });
    const one = record('ठंड');
    await first.outbox.add(one);
    await expect.poll(() => send.mock.calls.length).toBe(1);

    document.dispatchEvent(new Event('freeze'));
    // Opened only now, since all tabs of a test have one document.
    const second = openTab();

    await expect.poll(() => sentTexts(second), { timeout: 5_000 }).toEqual(['ठंड']);
    expect(second.sent[0]?.clientMessageId).toBe(one.clientMessageId);
    expect(send).toHaveBeenCalledTimes(1);
    await expect.poll(first.list).toEqual([]);
  });

  it('the event of the message comes to another tab before the answer: the sending tab shows it, too', async () => {
    const send: OutboxDeps['send'] = (_one, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const first = openTab({ send });
    await expect.poll(() => localStorage.length).toBe(1);
    const second = openTab({ send });
    const one = record('पहले');
    await second.outbox.add(one);
    await expect.poll(() => texts(first)).toEqual(['पहले sending']);

    second.outbox.confirm([toStored(one)]);

    await expect.poll(() => sentTexts(first)).toEqual(['पहले']);
    await expect.poll(() => [first.list(), second.list()]).toEqual([[], []]);
  });

  it('a refusal: gives the words back where they were written alone', async () => {
    const send: OutboxDeps['send'] = async () => {
      throw new ApiError(400, 'invalid', 'Not so');
    };
    const [first, second] = [openTab({ send }), openTab({ send })];

    await second.outbox.add(record('मेरे शब्द'));

    await expect.poll(() => second.rejected).toEqual(['मेरे शब्द: Not so']);
    expect(first.rejected).toEqual([]);
  });
});

describe('a device that fails', () => {
  it('the disk is full in a tab that does not lead: it sends its message itself', async () => {
    const first = openTab();
    await first.outbox.add(record('पहले'));
    await expect.poll(() => sentTexts(first)).toEqual(['पहले']);
    const second = openTab();
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });

    await second.outbox.add(record('तस्वीर'));

    await expect.poll(() => sentTexts(second)).toEqual(['तस्वीर']);
    expect(sentTexts(first)).toContain('तस्वीर');
    full.mockRestore();
  });

  it('what is kept cannot be read any more: what is shown goes out', async () => {
    let isOffline = true;
    const tab = openTab({ send: async (one) => (isOffline ? offline() : toStored(one)) });
    await tab.outbox.add(record('नदी'));
    await expect.poll(() => texts(tab)).toEqual(['नदी waiting']);
    const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('', 'UnknownError');
    });

    isOffline = false;
    tab.outbox.retryNow();

    await expect.poll(() => sentTexts(tab)).toEqual(['नदी']);
    broken.mockRestore();
  });

  it('a slow disk: nothing goes out, and nothing is given up, before it is kept', async () => {
    const storage = createChatStorage();
    let keep: () => void = () => undefined;
    const isReady = new Promise<void>((resolve) => {
      keep = resolve;
    });
    const putOutgoing: ChatStorage['putOutgoing'] = async (one) => {
      if (one.text === 'धीमा') await isReady;
      await storage.putOutgoing(one);
    };
    const tab = openTab({}, { ...storage, putOutgoing });
    const first = tab.outbox.add(record('धीमा'));

    await tab.outbox.add(record('दूसरा', { receiverId: bina }));
    await expect.poll(() => sentTexts(tab)).toEqual(['दूसरा']);
    expect(texts(tab)).toEqual(['धीमा sending']);
    keep();
    await first;

    await expect.poll(() => sentTexts(tab)).toEqual(['दूसरा', 'धीमा']);
  });

  it('a storage that never opens: the message goes out from memory', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent = Object.assign(Object.create(IDBOpenDBRequest.prototype), {
      addEventListener: () => undefined,
    });
    vi.stubGlobal('indexedDB', { open: () => silent });
    const tab = openTab();
    void tab.outbox.add(record('ताला'));

    await vi.advanceTimersByTimeAsync(10_200);
    vi.useRealTimers();

    await expect.poll(() => sentTexts(tab)).toEqual(['ताला']);
    vi.unstubAllGlobals();
  });

  it('signed out while a message is being kept: it is there for its writer', async () => {
    const tab = openTab({ send: offline });
    const saving = tab.outbox.add(record('विदा'));
    tab.outbox.stop();
    await saving;

    const next = openTab();

    await expect.poll(() => sentTexts(next)).toEqual(['विदा']);
  });

  it('a picture that the server is too busy for: stays as it is, and goes out again when the server asked for it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const busyError = new ApiError(503, 'busy', 'The server is too busy to read the picture', [], 5_000);
    const send = vi.fn<OutboxDeps['send']>(async (one) => toStored(one)).mockRejectedValueOnce(busyError);
    const tab = openTab({ send });
    await vi.advanceTimersByTimeAsync(200);
    const image = 'data:image/png;base64,AQID';
    void tab.outbox.add(record('নৌকা', { image }));
    await vi.waitUntil(() => texts(tab).includes('নৌকা waiting'), POLL_OPTIONS);

    await vi.advanceTimersByTimeAsync(4_000);
    expect(send).toHaveBeenCalledTimes(1);
    expect(tab.list()).toMatchObject([{ text: 'নৌকা', image, state: 'waiting' }]);
    await vi.advanceTimersByTimeAsync(1_100);

    await vi.waitUntil(() => sentTexts(tab).includes('নৌকা'), POLL_OPTIONS);
    const attempts = send.mock.calls.map(([one]) => [one.clientMessageId, one.image]);
    expect(attempts[1]).toEqual(attempts[0]);
    expect(tab.rejected).toEqual([]);
  });

  it('a clock that is set back after the wait of a 429: nothing waits for it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const busyError = new ApiError(429, '', '', [], 3_000);
    const send = vi.fn<OutboxDeps['send']>().mockRejectedValueOnce(busyError).mockRejectedValue(NO_RESPONSE);
    const tab = openTab({ send });
    await vi.advanceTimersByTimeAsync(200);
    void tab.outbox.add(record('घड़ी'));
    await vi.waitUntil(() => send.mock.calls.length === 1, POLL_OPTIONS);
    await vi.advanceTimersByTimeAsync(3_100);
    await vi.waitUntil(() => send.mock.calls.length === 2, POLL_OPTIONS);
    await vi.waitUntil(() => texts(tab).includes('घड़ी waiting'), POLL_OPTIONS);

    vi.setSystemTime(Date.now() - 3_600_000);
    tab.outbox.retryNow();

    await vi.waitUntil(() => send.mock.calls.length === 3, POLL_OPTIONS);
  });
});

describe('without a storage on the device', () => {
  it('a message: is sent from memory', async () => {
    vi.stubGlobal('indexedDB', undefined);
    let isOffline = true;
    const tab = openTab({ send: async (one) => (isOffline ? offline() : toStored(one)) });
    await tab.outbox.add(record('स्मृति'));
    await expect.poll(() => texts(tab)).toEqual(['स्मृति waiting']);

    isOffline = false;
    tab.outbox.retryNow();

    await expect.poll(() => sentTexts(tab)).toEqual(['स्मृति']);
    vi.unstubAllGlobals();
  });
});
