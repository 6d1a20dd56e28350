import type { Message } from '@safarnama/contracts';
import { deleteDB } from 'idb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api-client.ts';
import { buildId, buildMessage } from '../../../testing/factories.ts';
import { createFakeLocks } from '../../../testing/fake-locks.ts';
import { createPendingResponse } from '../../../testing/pending-response.ts';

import { type ChatStorage, createChatStorage } from '../chat-storage.ts';
import { type Outbox, type OutboxDeps, startOutbox } from './outbox.ts';
import type { OutboxRecord, OutgoingMessage } from './outgoing-message.ts';

const me = buildId();
const [arun, bina] = [buildId(), buildId()];
/** Allows for a busy machine. */
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

const openOutboxes: Outbox[] = [];
/** Opens a tab of the browser; all tabs of a test share the storage of the device. */
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
    send: async (message) => toStored(message),
    isStillSignedIn: async () => true,
    onChange: (outgoing) => {
      list = outgoing;
    },
    onSent: (message) => {
      if (!sent.some(({ clientMessageId }) => clientMessageId === message.clientMessageId))
        sent.push(message);
    },
    onRejected: ({ text }, reason) => rejected.push(`${text}: ${reason}`),
    ...deps,
  });
  openOutboxes.push(outbox);
  return { outbox, list: () => list, sent, rejected };
}

const texts = (tab: Tab) => tab.list().map(({ text, state }) => `${text} ${state}`);
const sentTexts = (tab: Tab) => tab.sent.map(({ text }) => text);
const offline = async () => {
  throw NO_RESPONSE;
};

afterEach(() => {
  for (const outbox of openOutboxes.splice(0)) outbox.stop();
});

describe('outbox in one tab', () => {
  it('with several messages to one receiver: sends them one at a time, in order', async () => {
    const calls: string[] = [];
    const tab = openTab({
      send: async (message) => {
        calls.push(`${message.text} begins`);
        await Promise.resolve();
        calls.push(`${message.text} ends`);
        return toStored(message);
      },
    });

    await Promise.all(['एक', 'दो', 'तीन'].map((text) => tab.outbox.add(record(text))));

    await expect.poll(() => sentTexts(tab)).toEqual(['एक', 'दो', 'तीन']);
    expect(calls).toEqual(['एक begins', 'एक ends', 'दो begins', 'दो ends', 'तीन begins', 'तीन ends']);
    await expect.poll(tab.list).toEqual([]);
  });

  it('without a response: keeps the queue waiting and sends it with the same ids when the network returns', async () => {
    const send = vi.fn<OutboxDeps['send']>(offline);
    const tab = openTab({ send });
    const [first, second] = [record('ஒன்று'), record('இரண்டு')];
    await tab.outbox.add(first);
    await tab.outbox.add(second);
    await expect.poll(() => texts(tab)).toEqual(['ஒன்று waiting', 'இரண்டு waiting']);

    send.mockImplementation(async (message) => toStored(message));
    tab.outbox.retryNow();

    await expect.poll(() => sentTexts(tab)).toEqual(['ஒன்று', 'இரண்டு']);
    expect(send.mock.calls.at(-2)?.[0]).toEqual(first);
  });

  it('without a response: retries automatically within a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const send = vi.fn<OutboxDeps['send']>(offline);
    const tab = openTab({ send });
    await vi.advanceTimersByTimeAsync(200);
    void tab.outbox.add(record('फिर से'));
    await vi.waitUntil(() => texts(tab).includes('फिर से waiting'), POLL_OPTIONS);
    expect(send).toHaveBeenCalledTimes(1);

    send.mockImplementation(async (message) => toStored(message));
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();

    await expect.poll(() => sentTexts(tab)).toEqual(['फिर से']);
  });

  it('with a 429 and Retry-After: sends nothing to any receiver before that time', async () => {
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

  it('with a 429 for a picture and a Retry-After of an hour: rejects that message and sends the next one', async () => {
    const send: OutboxDeps['send'] = async (message) => {
      if (message.image !== '') throw new ApiError(429, 'too_many', 'Too many', [], 3_600_000);
      return toStored(message);
    };
    const tab = openTab({ send });

    await tab.outbox.add(record('படம்', { image: 'data:image/png;base64,AAAA' }));
    await tab.outbox.add(record('சொல்'));

    await expect.poll(() => sentTexts(tab)).toEqual(['சொல்']);
    expect(tab.rejected).toEqual(['படம்: Too many']);
    expect(tab.list()).toMatchObject([{ text: 'படம்', state: 'failed', error: 'Too many' }]);
  });

  it('with a 429 for a picture and a Retry-After of a minute: keeps the message', async () => {
    const attempts: string[] = [];
    const send: OutboxDeps['send'] = async ({ text }) => {
      attempts.push(text);
      throw new ApiError(429, 'too_many', 'Too many', [], 60_000);
    };
    const tab = openTab({ send });

    await tab.outbox.add(record('படம்', { image: 'data:image/png;base64,AAAA' }));

    await expect.poll(() => attempts).toEqual(['படம்']);
    await expect.poll(() => tab.list()).toMatchObject([{ text: 'படம்', state: 'waiting' }]);
    expect(tab.rejected).toEqual([]);
  });

  it('with a rejection: reports it once, continues with the next message and waits for a manual retry', async () => {
    let isRejected = true;
    const send: OutboxDeps['send'] = async (message) => {
      if (message.text === 'नहीं' && isRejected) throw new ApiError(400, 'invalid', 'Not so');
      return toStored(message);
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

  it('with a picture: reports the upload progress', async () => {
    const seen: (number | null)[] = [];
    const tab = openTab({
      send: async (message, { onProgress }) => {
        onProgress(0.5);
        seen.push(tab.list()[0]?.progress ?? null);
        return toStored(message);
      },
    });

    await tab.outbox.add(record('', { image: 'data:image/png;base64,AAAA' }));

    await expect.poll(() => tab.sent.length).toBe(1);
    expect(seen).toEqual([0.5]);
  });

  it('discarding during an attempt: aborts it and removes the message', async () => {
    let isAborted = false;
    const send: OutboxDeps['send'] = (_message, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          isAborted = true;
          reject(signal.reason);
        });
      });
    const tab = openTab({ send });
    const message = record('भूल जाओ');
    await tab.outbox.add(message);
    await expect.poll(() => texts(tab)).toEqual(['भूल जाओ sending']);
    await new Promise((resolve) => setTimeout(resolve, 150));

    tab.outbox.discard(message.clientMessageId);

    await expect.poll(() => isAborted).toBe(true);
    expect(tab.list()).toEqual([]);
    expect(await createChatStorage().listOutbox(me)).toEqual([]);
  });

  it('after another user has signed in in this browser: sends nothing', async () => {
    const send = vi.fn<OutboxDeps['send']>(async (message) => toStored(message));
    const tab = openTab({ send, isStillSignedIn: async () => false });

    await tab.outbox.add(record('मेरा'));

    await expect.poll(() => texts(tab)).toEqual(['मेरा waiting']);
    expect(send).not.toHaveBeenCalled();
  });
});

describe('outbox on a network that drops everything', () => {
  it('while the script that sends it does not load: aborts the attempt in time, and the next one succeeds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const send = vi.fn<OutboxDeps['send']>(() => new Promise(() => undefined));
    const tab = openTab({ send });
    await vi.advanceTimersByTimeAsync(200);
    void tab.outbox.add(record('रुका'));
    await vi.waitUntil(() => send.mock.calls.length === 1, POLL_OPTIONS);

    await vi.advanceTimersByTimeAsync(20_100);
    expect(texts(tab)).toEqual(['रुका waiting']);
    send.mockImplementation(async (message) => toStored(message));
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();

    await expect.poll(() => sentTexts(tab)).toEqual(['रुका']);
  });

  it('without a response to the session check: aborts the attempt in time, and the next one succeeds', async () => {
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

describe('outbox with a message that is discarded while it is looked up', () => {
  function openRejectingTab() {
    const storage = createChatStorage();
    const message = record('गया');
    let isDue = false;
    const findOutgoing: ChatStorage['findOutgoing'] = async (id) => {
      const found = await storage.findOutgoing(id);
      if (isDue) tab.outbox.discard(id);
      return found;
    };
    const discardAtNextLookup = () => {
      isDue = true;
    };
    const send = vi.fn<OutboxDeps['send']>(async () => {
      throw new ApiError(400, 'invalid', 'Not so');
    });
    const tab = openTab({ send }, { ...storage, findOutgoing });
    return { tab, storage, message, send, discardAtNextLookup };
  }

  it('for a rejection: is not stored again', async () => {
    const { tab, storage, message, send, discardAtNextLookup } = openRejectingTab();
    send.mockImplementation(async () => {
      discardAtNextLookup();
      throw new ApiError(400, 'invalid', 'Not so');
    });

    await tab.outbox.add(message);

    await expect.poll(tab.list).toEqual([]);
    // Time for a write.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await storage.listOutbox(me)).toEqual([]);
  });

  it('for a retry: is not stored again', async () => {
    const { tab, storage, message, discardAtNextLookup } = openRejectingTab();
    await tab.outbox.add(message);
    await expect.poll(() => texts(tab)).toEqual(['गया failed']);

    discardAtNextLookup();
    tab.outbox.retry(message.clientMessageId);

    await expect.poll(tab.list).toEqual([]);
    // Time for a write.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await storage.listOutbox(me)).toEqual([]);
  });
});

describe('outbox after the page was closed and opened again', () => {
  it('restores and sends waiting messages, and restores rejected ones as rejected', async () => {
    const before = openTab({
      send: async (message) => {
        throw message.text === 'बुरा'
          ? new ApiError(403, 'cannot_message', "You can't send messages to this person.")
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
    // The text was put back into its draft before the page was closed.
    expect(after.rejected).toEqual([]);
  });

  it('with another user signed in: neither shows nor sends the messages', async () => {
    const before = openTab({ send: offline });
    await before.outbox.add(record('निजी'));
    await expect.poll(() => texts(before)).toEqual(['निजी waiting']);
    before.outbox.stop();
    const send = vi.fn<OutboxDeps['send']>(async (message) => toStored(message));
    const other = openTab({ send }, createChatStorage(), bina);
    await other.outbox.add(record('अपना', { ownerId: bina }));

    await expect.poll(() => sentTexts(other)).toEqual(['अपना']);

    expect(send).toHaveBeenCalledTimes(1);
    expect(await createChatStorage().listOutbox(me)).toMatchObject([{ text: 'निजी' }]);
  });
});

describe('outbox in several tabs', () => {
  it('sends the message in one tab and shows it in both', async () => {
    const send = vi.fn<OutboxDeps['send']>(async (message) => toStored(message));
    const [first, second] = [openTab({ send }), openTab({ send })];

    await second.outbox.add(record('दो खिड़कियाँ'));

    await expect.poll(() => [sentTexts(first), sentTexts(second)]).toEqual([['दो खिड़कियाँ'], ['दो खिड़कियाँ']]);
    expect(send).toHaveBeenCalledTimes(1);
    await expect.poll(() => [first.list(), second.list()]).toEqual([[], []]);
  });

  it('when the leading tab is closed: another tab continues', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const first = openTab({ send: offline });
    await expect.poll(() => localStorage.length).toBe(1);
    const second = openTab();
    await first.outbox.add(record('आगे'));
    await expect.poll(() => texts(second)).toEqual(['आगे waiting']);

    first.outbox.stop();
    // The second tab takes the lease at one renewal and leads from the next one.
    vi.advanceTimersByTime(4_000);

    await expect.poll(() => sentTexts(second)).toEqual(['आगे']);
  });

  it('when the leading tab is frozen during a send: another tab sends the message with the same id', async () => {
    const send = vi.fn<OutboxDeps['send']>(
      (_message, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const first = openTab({ send });
    const message = record('ठंड');
    await first.outbox.add(message);
    await expect.poll(() => send.mock.calls.length).toBe(1);

    document.dispatchEvent(new Event('freeze'));
    // Opened after the event, because all tabs of a test share one document.
    const second = openTab();

    await expect.poll(() => sentTexts(second), { timeout: 5_000 }).toEqual(['ठंड']);
    expect(second.sent[0]?.clientMessageId).toBe(message.clientMessageId);
    expect(send).toHaveBeenCalledTimes(1);
    await expect.poll(first.list).toEqual([]);
  });

  it('when the leading tab was suspended without an event: another tab sends the message', async () => {
    const locks = createFakeLocks();
    vi.stubGlobal('navigator', { locks });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const lost = locks.request('outbox', {}, () => new Promise(() => undefined)).catch((error) => error.name);
    const tab = openTab();
    await tab.outbox.add(record('सोया'));
    expect(texts(tab)).toEqual(['सोया sending']);

    vi.advanceTimersByTime(7_500);

    await expect.poll(() => sentTexts(tab)).toEqual(['सोया']);
    expect(await lost).toBe('AbortError');
  });

  it('while the leading tab responds, but cannot send: no other tab takes over', async () => {
    vi.stubGlobal('navigator', { locks: createFakeLocks() });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let responses = 0;
    const channel = new BroadcastChannel(`safarnama-outbox-${me}`);
    channel.onmessage = ({ data }) => {
      if (data.kind === 'leading') responses += 1;
    };
    openTab({ send: offline });
    const send = vi.fn<OutboxDeps['send']>(offline);
    const second = openTab({ send });
    await second.outbox.add(record('धीरज'));
    await expect.poll(() => texts(second)).toEqual(['धीरज waiting']);
    const responsesBefore = responses;

    for (let checks = 1; checks <= 4; checks += 1) {
      vi.advanceTimersByTime(2_500);
      await expect.poll(() => responses).toBe(responsesBefore + checks);
    }
    channel.close();

    expect(send).not.toHaveBeenCalled();
  });

  it('when another tab receives the event before the response: the sending tab shows the message as sent too', async () => {
    const send: OutboxDeps['send'] = (_message, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const first = openTab({ send });
    await expect.poll(() => localStorage.length).toBe(1);
    const second = openTab({ send });
    const message = record('पहले');
    await second.outbox.add(message);
    await expect.poll(() => texts(first)).toEqual(['पहले sending']);

    second.outbox.confirm([toStored(message)]);

    await expect.poll(() => sentTexts(first)).toEqual(['पहले']);
    await expect.poll(() => [first.list(), second.list()]).toEqual([[], []]);
  });

  it('with a rejection: reports it only in the tab where the message was written', async () => {
    const send: OutboxDeps['send'] = async () => {
      throw new ApiError(400, 'invalid', 'Not so');
    };
    const [first, second] = [openTab({ send }), openTab({ send })];

    await second.outbox.add(record('मेरे शब्द'));

    await expect.poll(() => second.rejected).toEqual(['मेरे शब्द: Not so']);
    expect(first.rejected).toEqual([]);
  });
});

describe('outbox on a failing device', () => {
  it('with a full disk in a tab that does not lead: that tab sends its message itself', async () => {
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

  it('with a full disk in a tab that does not lead: that tab waits for an earlier message that the leader sends', async () => {
    const calls: string[] = [];
    const { pending, release } = createPendingResponse();
    const first = openTab({
      send: async (message) => {
        calls.push(message.text);
        await pending;
        return toStored(message);
      },
    });
    await expect.poll(() => localStorage.length).toBe(1);
    const second = openTab({
      send: async (message) => {
        calls.push(message.text);
        return toStored(message);
      },
    });
    await second.outbox.add(record('पहला'));
    await expect.poll(() => calls).toEqual(['पहला']);
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });

    await second.outbox.add(record('दूसरा'));
    // Time for a send.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(calls).toEqual(['पहला']);
    release();

    await expect.poll(() => calls).toEqual(['पहला', 'दूसरा']);
    await expect.poll(() => sentTexts(first)).toEqual(['पहला', 'दूसरा']);
    full.mockRestore();
  });

  it('when the storage can no longer be read: sends the messages shown in the tab', async () => {
    let isOffline = true;
    const tab = openTab({ send: async (message) => (isOffline ? offline() : toStored(message)) });
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

  it('with a slow disk: sends a message only after it is saved', async () => {
    const storage = createChatStorage();
    let finishSaving: () => void = () => undefined;
    const ready = new Promise<void>((resolve) => {
      finishSaving = resolve;
    });
    const putOutgoing: ChatStorage['putOutgoing'] = async (message) => {
      if (message.text === 'धीमा') await ready;
      await storage.putOutgoing(message);
    };
    const tab = openTab({}, { ...storage, putOutgoing });
    const first = tab.outbox.add(record('धीमा'));

    await tab.outbox.add(record('दूसरा', { receiverId: bina }));
    await expect.poll(() => sentTexts(tab)).toEqual(['दूसरा']);
    expect(texts(tab)).toEqual(['धीमा sending']);
    finishSaving();
    await first;

    await expect.poll(() => sentTexts(tab)).toEqual(['दूसरा', 'धीमा']);
  });

  it('with a storage that never opens: sends from memory', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const silent = Object.assign(Object.create(IDBOpenDBRequest.prototype), {
      addEventListener: () => undefined,
    });
    vi.stubGlobal('indexedDB', { open: () => silent });
    const tab = openTab();
    void tab.outbox.add(record('ताला'));

    await vi.advanceTimersByTimeAsync(10_200);
    vi.useRealTimers();

    await expect.poll(() => sentTexts(tab)).toEqual(['ताला']);
  });

  it('with a storage that opens too late: closes it when another tab wants to upgrade or delete it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const listing = createChatStorage().listOutbox(me);
    vi.advanceTimersByTime(10_200);
    vi.useRealTimers();
    expect(await listing).toBeNull();

    await expect(deleteDB('safarnama-chat')).resolves.toBeUndefined();
  });

  it('with a storage that opens too late: shows and sends the messages from before', async () => {
    const waiting = record('பழையது');
    await createChatStorage().putOutgoing(waiting);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const tab = openTab();
    vi.advanceTimersByTime(10_200);
    vi.useRealTimers();

    await expect.poll(() => sentTexts(tab), POLL_OPTIONS).toEqual(['பழையது']);
  });

  it('with a storage that opens too late: uses it from then on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const storage = createChatStorage();
    const late = record('தாமதம்');
    const saving = storage.putOutgoing(late);
    vi.advanceTimersByTime(10_200);
    vi.useRealTimers();
    await saving;
    expect(storage.isInMemoryOnly(late.clientMessageId)).toBe(true);
    await expect.poll(() => storage.listOutbox(me)).toMatchObject([{ text: 'தாமதம்' }]);

    await storage.putOutgoing(record('अब'));

    expect(await createChatStorage().listOutbox(me)).toMatchObject([{ text: 'अब' }]);
    expect(await storage.listOutbox(me)).toMatchObject([{ text: 'தாமதம்' }, { text: 'अब' }]);
  });

  it('with two messages being saved when the browser closes the storage: saves both after opening it again', async () => {
    const closeListeners: EventListener[] = [];
    const { addEventListener, transaction } = IDBDatabase.prototype;
    vi.spyOn(IDBDatabase.prototype, 'addEventListener').mockImplementation(function (
      this: IDBDatabase,
      type: string,
      listener: EventListenerOrEventListenerObject,
    ) {
      if (type === 'close') closeListeners.push(listener as EventListener);
      addEventListener.call(this, type, listener);
    });
    const storage = createChatStorage();
    expect(await storage.listOutbox(me)).toEqual([]);
    const lost = new Set([1, 2]);
    let transactions = 0;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
      transactions += 1;
      if (!lost.has(transactions)) return transaction.apply(this, args);
      if (transactions === 1) for (const listener of closeListeners) listener(new Event('close'));
      throw new DOMException('', 'InvalidStateError');
    });
    const messages = [record('एक'), record('दो')];

    await Promise.all(messages.map((message) => storage.putOutgoing(message)));

    const isInMemory = messages.map(({ clientMessageId }) => storage.isInMemoryOnly(clientMessageId));
    expect(isInMemory).toEqual([false, false]);
    expect(await storage.listOutbox(me)).toMatchObject([{ text: 'एक' }, { text: 'दो' }]);
  });

  it('with a storage that is full for a while: saves a message at its next change', async () => {
    const storage = createChatStorage();
    const message = record('தாமதம்');
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    await storage.putOutgoing(message);
    full.mockRestore();

    await storage.putOutgoing({ ...message, error: 'Not so' });

    expect(storage.isInMemoryOnly(message.clientMessageId)).toBe(false);
    expect(await storage.listOutbox(me)).toMatchObject([{ error: 'Not so' }]);
  });

  it('after sign-out while a message is being saved: stores it for its author', async () => {
    const tab = openTab({ send: offline });
    const saving = tab.outbox.add(record('विदा'));
    tab.outbox.stop();
    await saving;

    const next = openTab();

    await expect.poll(() => sentTexts(next)).toEqual(['विदा']);
  });

  it('after sign-out while a rejection is being saved: reports nothing, and keeps the message as rejected', async () => {
    const storage = createChatStorage();
    const { pending, release } = createPendingResponse();
    const putOutgoing: ChatStorage['putOutgoing'] = async (message) => {
      await storage.putOutgoing(message);
      if (message.error !== undefined) await pending;
    };
    const send: OutboxDeps['send'] = async () => {
      throw new ApiError(400, 'invalid', 'Not so');
    };
    const tab = openTab({ send }, { ...storage, putOutgoing });
    await tab.outbox.add(record('நிறுத்து'));
    await expect.poll(async () => (await storage.listOutbox(me))?.[0]?.error).toBe('Not so');

    tab.outbox.stop();
    release();
    const next = openTab();

    await expect.poll(() => texts(next)).toEqual(['நிறுத்து failed']);
    expect(tab.rejected).toEqual([]);
  });

  it('with a picture that the server is too busy for: sends it again after Retry-After', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const busyError = new ApiError(503, 'busy', 'The server is too busy to read the picture', [], 5_000);
    const send = vi
      .fn<OutboxDeps['send']>(async (message) => toStored(message))
      .mockRejectedValueOnce(busyError);
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
    const attempts = send.mock.calls.map(([message]) => [message.clientMessageId, message.image]);
    expect(attempts[1]).toEqual(attempts[0]);
    expect(tab.rejected).toEqual([]);
  });

  it('with a clock that was set back after a 429: does not wait until the time before the change', async () => {
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

describe('outbox without storage', () => {
  it('sends from memory', async () => {
    vi.stubGlobal('indexedDB', undefined);
    let isOffline = true;
    const tab = openTab({ send: async (message) => (isOffline ? offline() : toStored(message)) });
    await tab.outbox.add(record('स्मृति'));
    await expect.poll(() => texts(tab)).toEqual(['स्मृति waiting']);

    isOffline = false;
    tab.outbox.retryNow();

    await expect.poll(() => sentTexts(tab)).toEqual(['स्मृति']);
  });
});
