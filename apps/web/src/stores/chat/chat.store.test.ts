import type { Contact } from '@safarnama/contracts';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { syncServerClock } from '../../lib/server-clock.ts';
import { dropSessionData } from '../../lib/session-end.ts';
import {
  buildContact,
  buildConversation,
  buildError,
  buildId,
  buildMessage,
  buildUser,
} from '../../testing/factories.ts';
import { createPendingResponse } from '../../testing/pending-response.ts';
import { mockError, mockNetworkError, mockRealtimeDefaults, mockResponse } from '../../testing/server.ts';
import { useAuthStore } from '../auth.store.ts';
import { useChatStore } from './chat.store.ts';
import { EMPTY_DRAFT, getDraft } from './drafts-slice.ts';

const chat = () => useChatStore.getState();
const me = buildUser();
const ids = () => chat().messages.map(({ _id }) => _id);

function messageFrom(partnerId: string, minute: number, overrides = {}) {
  const createdAt = new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();
  return buildMessage({ senderId: partnerId, receiverId: me._id, createdAt, ...overrides });
}

const page = buildConversation;

beforeEach(() => {
  useAuthStore.setState({ user: me });
  mockResponse('get', '/api/auth/check-auth', me);
  mockRealtimeDefaults();
});

describe('chat store: contacts', () => {
  it('when the session ends before the chat has started: are removed', async () => {
    mockResponse('get', '/api/message/get-all-users', [buildContact()]);
    await chat().fetchUsers('');
    expect(chat().users).toHaveLength(1);

    dropSessionData(me._id);

    expect(chat().users).toEqual([]);
  });

  it('loading: takes the next page from the Link header', async () => {
    const [first, second] = [buildContact(), buildContact()];
    mockResponse('get', '/api/message/get-all-users', [second]);
    const requests = mockResponse('get', '/api/message/get-all-users', [first], {
      headers: { Link: '</api/message/get-all-users?cursor=abc%2B1&limit=50>; rel="next"' },
    });

    await chat().fetchUsers('மீ');
    expect(chat()).toMatchObject({ users: [first], usersCursor: 'abc+1', usersLoading: false });

    const more = mockResponse('get', '/api/message/get-all-users', [second]);
    await chat().fetchMoreUsers();
    expect(chat()).toMatchObject({ users: [first, second], usersCursor: null });
    expect(requests[0]?.url.searchParams.get('q')).toBe('மீ');
    expect(more[0]?.url.searchParams.get('cursor')).toBe('abc+1');
  });

  it('without a response: stores the default message and keeps the contacts', async () => {
    const existing = buildContact();
    useChatStore.setState({ users: [existing] });
    mockNetworkError('get', '/api/message/get-all-users');

    expect(await chat().fetchUsers()).toBe(false);

    expect(chat()).toMatchObject({ users: [existing], error: 'Error', usersLoading: false });
  });

  it('when the first page failed and a message arrives: remains failed, and does not list only its sender', async () => {
    mockNetworkError('get', '/api/message/get-all-users');
    await chat().fetchUsers();

    // Looking the user up would be an unmocked request, which fails the test.
    chat().receiveMessage(messageFrom(buildId(), 1));

    expect(chat()).toMatchObject({ users: [], usersFailed: true });
  });

  it('after a search: shows none of its results as the list of all contacts', async () => {
    const [found, other] = [buildContact(), buildContact()];
    mockResponse('get', '/api/message/get-all-users', ({ url }) =>
      url.searchParams.has('q') ? [found] : [other, found],
    );
    await chat().fetchUsers('zo');

    const loading = chat().fetchUsers();
    expect(chat()).toMatchObject({ users: [], usersCursor: undefined, usersLoading: true });
    await loading;

    expect(chat().users).toEqual([other, found]);
  });
});

describe('chat store: conversation', () => {
  it('selecting: clears the messages, then loads them', async () => {
    const partner = buildContact();
    const message = messageFrom(partner._id, 1);
    useChatStore.setState({ messages: [buildMessage()] });
    mockResponse('get', `/api/message/${partner._id}`, page([message], 'older'));

    const loading = chat().selectUser(partner);
    expect(chat()).toMatchObject({ selectedUser: partner, messages: [], messagesLoading: true });
    await loading;

    expect(chat()).toMatchObject({ messages: [message], messagesLoading: false, olderCursor: 'older' });
    chat().closeConversation();
    expect(chat()).toMatchObject({ selectedUser: null, messages: [] });
  });

  it('selecting another user before the response: never shows the messages of the first user', async () => {
    const [first, second] = [buildContact(), buildContact()];
    const expected = messageFrom(second._id, 1);
    mockResponse('get', `/api/message/${first._id}`, page([messageFrom(first._id, 1)]));
    mockResponse('get', `/api/message/${second._id}`, page([expected]));

    await Promise.all([chat().selectUser(first), chat().selectUser(second)]);

    expect(chat().messages).toEqual([expected]);
  });

  it('loading older pages: puts them before the loaded messages', async () => {
    const partner = buildContact();
    const [old, newer] = [messageFrom(partner._id, 1), messageFrom(partner._id, 2)];
    const requests = mockResponse('get', `/api/message/${partner._id}`, ({ url }) =>
      url.searchParams.get('before') === newer._id ? page([old]) : page([newer], newer._id),
    );

    await chat().selectUser(partner);
    // Two callers, such as scrolling and jumping to a quote, share one request.
    await Promise.all([
      chat().fetchOlder(),
      chat()
        .fetchOlder()
        .then(() => expect(chat().messages).toContainEqual(old)),
    ]);

    expect(chat()).toMatchObject({ messages: [old, newer], olderCursor: null });
    expect(requests).toHaveLength(2);
  });

  it('loading older pages, then selecting another user: ignores the late failure', async () => {
    const [first, second] = [buildContact(), buildContact()];
    const newest = messageFrom(first._id, 2);
    mockResponse('get', `/api/message/${first._id}`, page([newest], newest._id));
    mockResponse('get', `/api/message/${second._id}`, page());
    await chat().selectUser(first);
    let fail: (body: null) => void = () => undefined;
    const pending = new Promise<null>((resolve) => {
      fail = resolve;
    });
    mockResponse('get', `/api/message/${first._id}`, () => pending, { status: 503 });

    const load = chat().fetchOlder();
    await chat().selectUser(second);
    fail(null);

    expect(await load).toBe(true);
    expect(chat().error).toBeNull();
  });

  it('receiving a message: appends it only when it is from or to the selected user', async () => {
    const partner = buildContact();
    const stranger = buildContact();
    useAuthStore.setState({ user: me });
    useChatStore.setState({ users: [stranger, partner] });
    mockResponse('get', `/api/message/${partner._id}`, page([]));
    await chat().selectUser(partner);
    const fromPartner = messageFrom(partner._id, 1);
    const ownFromOtherTab = messageFrom(me._id, 2, { receiverId: partner._id });

    chat().receiveMessage(fromPartner);
    chat().receiveMessage(fromPartner);
    chat().receiveMessage(ownFromOtherTab);
    chat().receiveMessage(messageFrom(stranger._id, 3));

    expect(chat().messages).toEqual([fromPartner, ownFromOtherTab]);
    expect(chat().users.map(({ _id }) => _id)).toEqual([stranger._id, partner._id]);
  });

  it('receiving a message from an unlisted user: puts them at the top of the list', async () => {
    const newcomer = buildContact({ fullName: 'নতুন মানুষ' });
    useAuthStore.setState({ user: me });
    useChatStore.setState({ users: [buildContact()], usersCursor: null });
    mockResponse('get', `/api/user/${newcomer._id}`, { user: newcomer });
    const message = messageFrom(newcomer._id, 1);

    chat().receiveMessage(message);

    await expect.poll(() => chat().users[0]).toMatchObject({ ...newcomer, lastMessage: message });
  });

  it('receiving a message from an unlisted user, then searching before the lookup ends: shows only the results', async () => {
    const [listed, sender, found] = [buildContact(), buildContact(), buildContact()];
    mockResponse('get', '/api/message/get-all-users', [listed]);
    await chat().fetchUsers('');
    const { pending, release } = createPendingResponse();
    const lookups = mockResponse('get', `/api/user/${sender._id}`, () =>
      pending.then(() => ({ user: sender })),
    );
    chat().receiveMessage(messageFrom(sender._id, 1));
    await expect.poll(() => lookups.length).toBe(1);
    mockResponse('get', '/api/message/get-all-users', [found]);
    await chat().fetchUsers('மீ');

    release();
    // Time for the response to arrive.
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(chat().users).toEqual([found]);
  });

  it('receiving a message from an unlisted user, deleted for both before the lookup ends: does not preview it', async () => {
    const newcomer = buildContact();
    useChatStore.setState({ users: [], usersCursor: null });
    const message = messageFrom(newcomer._id, 1);
    const tombstone = { ...message, text: '', deletedAt: '2026-03-01T11:00:00.000Z' };
    const { pending, release } = createPendingResponse();
    mockResponse('get', `/api/user/${newcomer._id}`, () => pending.then(() => ({ user: newcomer })));
    chat().receiveMessage(message);

    chat().applyChange({ message: tombstone, changeNumber: 1 });
    release();

    await expect.poll(() => chat().users).toMatchObject([{ _id: newcomer._id, lastMessage: tombstone }]);
  });

  it('receiving two messages from an unlisted user, whose first lookup ends last: previews the second message', async () => {
    const newcomer = buildContact();
    const [first, second] = [messageFrom(newcomer._id, 1), messageFrom(newcomer._id, 2)];
    useChatStore.setState({ users: [], usersCursor: null });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const requests = mockResponse('get', `/api/user/${newcomer._id}`, async () => {
      if (requests.length === 1) await released;
      return { user: newcomer };
    });
    chat().receiveMessage(first);
    await expect.poll(() => requests.length).toBe(1);
    chat().receiveMessage(second);
    await expect.poll(() => chat().users).toMatchObject([{ lastMessage: second }]);

    const updated = new Promise<void>((resolve) => {
      const stop = useChatStore.subscribe(() => {
        stop();
        resolve();
      });
    });
    release();
    await updated;

    expect(chat().users).toMatchObject([{ _id: newcomer._id, lastMessage: second }]);
  });

  it('selecting an unknown user id: stores the server’s message', async () => {
    mockError('get', '/api/user/:id', 404, 'User not found');

    expect(await chat().selectUserById(buildId())).toBe(false);

    expect(chat()).toMatchObject({
      selectedUser: null,
      error: 'User not found',
      isUserNotFound: true,
      messagesFailed: false,
      messagesLoading: false,
    });
  });
});

describe('chat store: sending', () => {
  it('a message: is sent with the id of this tab’s socket and shown once, even when its event also arrives', async () => {
    const partner = buildContact();
    const stored = buildMessage({ senderId: me._id, receiverId: partner._id, text: 'নমস্কার' });
    mockResponse('get', `/api/message/${partner._id}`, page([]));
    const requests = mockResponse('post', `/api/message/send/${partner._id}`, stored, { status: 201 });
    await chat().selectUser(partner);
    useChatStore.setState({ socketId: 'socket-1' });

    expect(await chat().sendMessage({ receiverId: partner._id, text: 'নমস্কার' })).toBe(true);
    expect(chat().outgoing).toMatchObject([{ text: 'নমস্কার', state: 'sending' }]);
    await expect.poll(ids).toEqual([stored._id]);
    chat().receiveMessage(stored);

    expect(ids()).toEqual([stored._id]);
    expect(chat().outgoing).toEqual([]);
    expect(requests[0]?.headers.get('x-socket-id')).toBe('socket-1');
    expect(requests[0]?.body).toMatchObject({ text: 'নমস্কার', clientMessageId: expect.any(String) });
  });

  it('on a device with a wrong clock: dates the message by the server’s clock', async () => {
    const partner = buildContact();
    useChatStore.setState({ selectedUser: partner });
    mockNetworkError('post', `/api/message/send/${partner._id}`);
    const serverTime = Date.now() - 26 * 3_600_000;
    syncServerClock({ date: new Date(serverTime).toUTCString() });
    onTestFinished(() => syncServerClock({ date: new Date().toUTCString() }));

    await chat().sendMessage({ receiverId: partner._id, text: 'x' });

    const ageMs = Date.parse(chat().outgoing[0]?.createdAt ?? '') - serverTime;
    expect(Math.abs(ageMs)).toBeLessThan(60_000);
  });

  it('rejected: puts the text back into the empty draft and stores the server’s message', async () => {
    const partner = buildContact();
    useChatStore.setState({ selectedUser: partner });
    mockError('post', `/api/message/send/${partner._id}`, 400, 'Write a message or add a picture');

    await chat().sendMessage({ receiverId: partner._id, text: 'x' });

    await expect.poll(() => chat().rejection).toMatchObject({ message: 'Write a message or add a picture' });
    expect(getDraft(chat(), partner._id).text).toBe('x');
    expect(chat().outgoing).toEqual([]);
  });

  it('rejected while a reply is being written: leaves the reply and keeps the message', async () => {
    const partner = buildContact();
    const replyTo = { _id: buildId(), senderId: partner._id, text: 'कब?', hasImage: false, isDeleted: false };
    useChatStore.setState({ selectedUser: partner });
    mockError('post', `/api/message/send/${partner._id}`, 400, 'Write a message or add a picture');

    await chat().sendMessage({ receiverId: partner._id, text: 'x' });
    chat().setDraft(partner._id, { replyTo });

    await expect.poll(() => chat().rejection).not.toBeNull();
    expect(getDraft(chat(), partner._id)).toMatchObject({ text: '', replyTo });
    expect(chat().outgoing).toMatchObject([{ text: 'x', state: 'failed' }]);
  });

  it('without a response: keeps the message waiting', async () => {
    const partner = buildContact();
    useChatStore.setState({ selectedUser: partner });
    mockNetworkError('post', `/api/message/send/${partner._id}`);

    await chat().sendMessage({ receiverId: partner._id, text: 'x' });

    await expect.poll(() => chat().outgoing).toMatchObject([{ text: 'x', state: 'waiting' }]);
  });

  it('a draft: is stored by author and recipient, and removed when emptied', () => {
    const partner = buildContact();
    useChatStore.setState({ drafts: {} });
    useAuthStore.setState({ user: me });
    chat().setDraft(partner._id, { text: 'பாதி' });
    chat().setDraft(partner._id, { image: 'data:image/png;base64,' });
    chat().reset();
    expect(getDraft(chat(), partner._id)).toMatchObject({ text: 'பாதி', image: 'data:image/png;base64,' });

    useAuthStore.setState({ user: buildUser() });
    expect(getDraft(chat(), partner._id)).toEqual(EMPTY_DRAFT);
    useAuthStore.setState({ user: me });
    chat().setDraft(partner._id, { text: '', image: '' });
    expect(chat().drafts).toEqual({});
  });
});

describe('chat store: reconnecting', () => {
  it('after a disconnect: fetches all pages after the last confirmed message', async () => {
    const partner = buildContact();
    const [known, missed1, missed2, own] = [1, 2, 3, 4].map((minute) => messageFrom(partner._id, minute));
    if (!known || !missed1 || !missed2 || !own) throw new Error('four messages were built');
    const cursors: (string | null)[] = [];
    mockResponse('get', `/api/message/${partner._id}`, ({ url }) => {
      const after = url.searchParams.get('after');
      cursors.push(after);
      if (after === known._id) return page([missed1], missed1._id);
      if (after === missed1._id) return page([missed2, own]);
      return page([known]);
    });
    mockResponse('post', `/api/message/send/${partner._id}`, own, { status: 201 });
    chat().setConnection('s1');
    await chat().selectUser(partner);

    chat().setConnection(null);
    // Sent over HTTP while disconnected: messages that the partner wrote before it must still be fetched.
    await chat().sendMessage({ receiverId: partner._id, text: own.text });
    await expect.poll(ids).toEqual([known._id, own._id]);
    chat().setConnection('s2');

    await expect.poll(ids).toEqual([known._id, missed1._id, missed2._id, own._id]);
    expect(cursors).toEqual([null, known._id, missed1._id]);
  });

  it('while the first page is requested over the lost connection: requests it once more', async () => {
    const partner = buildContact();
    const message = messageFrom(partner._id, 1);
    chat().setConnection('s1');
    mockResponse(
      'get',
      `/api/message/${partner._id}`,
      () => {
        mockResponse('get', `/api/message/${partner._id}`, page([message]));
        chat().setConnection(null);
        chat().setConnection('s2');
        return buildError('Unavailable');
      },
      { status: 503 },
    );

    expect(await chat().selectUser(partner)).toBe(true);

    expect(ids()).toEqual([message._id]);
    expect(chat()).toMatchObject({ messagesLoading: false, messagesFailed: false, error: null });
  });

  it('while the user is looked up over the lost connection: looks them up once more', async () => {
    const partner = buildContact();
    const message = messageFrom(partner._id, 1);
    mockResponse('get', `/api/message/${partner._id}`, page([message]));
    chat().setConnection('s1');
    mockResponse(
      'get',
      `/api/user/${partner._id}`,
      () => {
        mockResponse('get', `/api/user/${partner._id}`, { user: partner });
        chat().setConnection(null);
        chat().setConnection('s2');
        return buildError('Unavailable');
      },
      { status: 503 },
    );

    expect(await chat().selectUserById(partner._id)).toBe(true);

    expect(ids()).toEqual([message._id]);
    expect(chat()).toMatchObject({ messagesLoading: false, messagesFailed: false, error: null });
  });
});

describe('chat store: a malformed user id', () => {
  it('when selected: is treated as an unknown user, without the server’s message', async () => {
    const message = 'The id is not valid';
    mockResponse(
      'get',
      '/api/user/:id',
      { ...buildError(message, 'invalid'), fields: [{ field: 'id', message }] },
      { status: 400 },
    );

    expect(await chat().selectUserById('xyz')).toBe(false);

    expect(chat()).toMatchObject({ isUserNotFound: true, messagesFailed: false, error: null });
  });
});

describe('chat store: overlapping events', () => {
  it('the socket connects while the first page loads: fetches the messages stored in between', async () => {
    const partner = buildContact();
    const [known, between] = [messageFrom(partner._id, 1), messageFrom(partner._id, 2)];
    mockResponse('get', `/api/message/${partner._id}`, ({ url }) => {
      if (url.searchParams.get('after') === known._id) return page([between]);
      chat().setConnection('s1');
      return page([known]);
    });

    await chat().selectUser(partner);

    await expect.poll(ids).toEqual([known._id, between._id]);
  });

  it('after a reconnect: moves users who wrote to the top and reloads the contacts of later pages', async () => {
    const [first, second] = [buildContact(), buildContact()];
    const third = buildContact({ lastMessage: messageFrom(buildId(), 0) });
    useChatStore.setState({ users: [first, second, third], usersCursor: 'more', socketId: 's1' });
    const written = { ...second, lastMessage: messageFrom(second._id, 1) };
    const { lastMessage: _deleted, ...changed } = third;
    const pages: Record<string, { contacts: Contact[]; next: string }> = {
      first: { contacts: [written, first], next: 'second' },
      second: { contacts: [changed], next: 'third' },
    };
    mockResponse('get', '/api/message/get-all-users', ({ url }) => {
      const page = pages[url.searchParams.get('cursor') ?? 'first'];
      const Link = `</api/message/get-all-users?cursor=${page?.next}>; rel="next"`;
      return HttpResponse.json(page?.contacts, { headers: { Link } });
    });

    chat().setConnection(null);
    expect(chat().isDisconnected).toBe(true);
    chat().setConnection('s2');

    await expect.poll(() => chat().users).toEqual([written, first, changed]);
    expect(chat()).toMatchObject({ isDisconnected: false, usersCursor: 'third' });
  });

  it('after a reconnect, while the next page loads: moves users who wrote to the top', async () => {
    const [first, second, third] = [buildContact(), buildContact(), buildContact()];
    useChatStore.setState({ users: [first, second], usersCursor: 'more', socketId: 's1' });
    const written = { ...second, lastMessage: messageFrom(second._id, 1) };
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const requests = mockResponse('get', '/api/message/get-all-users', async ({ url }) => {
      if (url.searchParams.has('cursor')) return [third];
      await released;
      return [written, first];
    });
    chat().setConnection(null);
    chat().setConnection('s2');
    await expect.poll(() => requests.length).toBe(1);

    await chat().fetchMoreUsers();
    release();

    await expect.poll(() => chat().users).toEqual([written, first, third]);
  });

  it('a message and a deletion while the contacts are reloaded: take precedence over an older response', async () => {
    const [first, second, third] = [buildContact(), buildContact(), buildContact()];
    const [deleted, received] = [messageFrom(first._id, 1), messageFrom(second._id, 2)];
    const tombstone = { ...deleted, text: '', deletedAt: deleted.createdAt };
    useChatStore.setState({ users: [{ ...first, lastMessage: deleted }, second], usersCursor: null });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const requests = mockResponse('get', '/api/message/get-all-users', async () => {
      await released;
      return [{ ...first, lastMessage: deleted }, second, third];
    });
    chat().setConnection('s1');
    await expect.poll(() => requests.length).toBe(1);

    chat().receiveMessage(received);
    chat().applyChange({ message: tombstone, changeNumber: 1 });
    release();

    await expect.poll(() => chat().users).toHaveLength(3);
    expect(chat().users).toMatchObject([
      { _id: second._id, lastMessage: received },
      { _id: first._id, lastMessage: { _id: deleted._id, text: '' } },
      { _id: third._id },
    ]);
  });

  it('a message from an unlisted user while the first contacts load: puts them at the top of the list', async () => {
    const [listed, newcomer] = [buildContact(), buildContact()];
    const message = messageFrom(newcomer._id, 1);
    mockResponse('get', `/api/user/${newcomer._id}`, { user: newcomer });
    mockResponse('get', '/api/message/get-all-users', () => {
      chat().receiveMessage(message);
      return [listed];
    });

    await chat().fetchUsers();

    await expect
      .poll(() => chat().users)
      .toMatchObject([{ _id: newcomer._id, lastMessage: message }, { _id: listed._id }]);
  });

  it('the socket connects while the first contacts load: fetches the message stored in between', async () => {
    const contact = buildContact();
    const between = messageFrom(contact._id, 1);
    const requests = mockResponse('get', '/api/message/get-all-users', () => {
      if (requests.length > 1) return [{ ...contact, lastMessage: between }];
      chat().setConnection('s1');
      return [contact];
    });

    await chat().fetchUsers();

    await expect.poll(() => chat().users).toMatchObject([{ lastMessage: between }]);
  });

  it('a message with an earlier time than the last one shown: shows the last message of the server', async () => {
    const [contact, other] = [buildContact(), buildContact()];
    const shown = { ...contact, lastMessage: messageFrom(contact._id, 5) };
    useChatStore.setState({ users: [other, shown], usersCursor: null });
    const afterClockWasSetBack = messageFrom(contact._id, 1);
    const newest = { ...contact, lastMessage: afterClockWasSetBack };
    const requests = mockResponse('get', '/api/message/get-all-users', [newest, other]);

    chat().receiveMessage(afterClockWasSetBack);
    chat().receiveMessage(afterClockWasSetBack);

    await expect.poll(() => chat().users).toMatchObject([newest, other]);
    expect(requests).toHaveLength(1);
  });

  it('when reloading the contacts fails while connected: requests them once more', async () => {
    const contact = buildContact();
    useChatStore.setState({ users: [contact], usersCursor: null });
    const failed = mockError('get', '/api/message/get-all-users', 503, 'Too much to do');
    chat().setConnection('s1');
    await expect.poll(() => failed.length).toBe(1);

    const missed = { ...contact, lastMessage: messageFrom(contact._id, 1) };
    mockResponse('get', '/api/message/get-all-users', [missed]);

    await expect.poll(() => chat().users, { timeout: 10_000 }).toEqual([missed]);
  });

  it('a message from a user outside the search results: does not add this user', async () => {
    useAuthStore.setState({ user: me });
    mockResponse('get', '/api/message/get-all-users', []);
    await chat().fetchUsers('zo');

    // Looking the user up would be an unmocked request, which fails the test.
    chat().receiveMessage(messageFrom(buildId(), 1));

    expect(chat().users).toEqual([]);
  });
});
