import type { Message } from '@safarnama/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { readView, updateView } from '../../lib/entry-views.ts';
import { formatMessageTime } from '../../lib/format-date.ts';
import { dropSessionData } from '../../lib/session-end.ts';
import { buildError, buildMessage } from '../../testing/factories.ts';
import { fakeSocket } from '../../testing/fake-socket.ts';
import {
  buildPage,
  composer,
  connectSocket,
  conversation,
  me,
  meena,
  messageFrom,
  mockChat,
  openChat,
  receive,
  zoya,
} from '../../testing/open-chat.ts';
import { createPendingResponse } from '../../testing/pending-response.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { mockError, mockResponse } from '../../testing/server.ts';

/** Scrolls the list `fromEnd` pixels away from its end; sets the list's sizes, because jsdom has no layout. */
function scrollAwayFromEnd(fromEnd: number) {
  const list = conversation();
  Object.defineProperties(list, {
    scrollHeight: { value: 2_000, configurable: true },
    clientHeight: { value: 400, configurable: true },
  });
  // The first event makes the list record its height.
  fireEvent.scroll(list);
  list.scrollTop = 1_600 - fromEnd;
  fireEvent.scroll(list);
  return list;
}

/** Opens a conversation whose newest page is `newest`, and leaves it with `message` as the saved place. */
async function leaveAt(message: Message, newest: Message): Promise<void> {
  const { user } = await openChat([newest], { nextCursor: newest._id });
  const { _id: id, createdAt } = message;
  updateView(window.history.state.key, { firstMessage: { id, createdAt, offset: 0 } });
  await user.click(screen.getByRole('link', { name: 'Safarnama, home' }));
  await waitFor(() => expect(screen.queryByRole('log')).not.toBeInTheDocument());
}

describe('a conversation', () => {
  it('the header: shows the name and presence, and Close returns to the list', async () => {
    mockChat();
    const user = renderApp('/chat');
    await user.click(await screen.findByRole('link', { name: /மீனாட்சி/ }));
    const header = (await screen.findByRole('heading', { level: 2, name: meena.fullName })).closest('header');
    if (!header) throw new Error('The name is not in a header');

    act(() => fakeSocket.listeners?.getOnlineUsers([me._id]));
    expect(within(header).getByText('Offline')).toBeVisible();
    act(() => fakeSocket.listeners?.getOnlineUsers([me._id, meena._id]));
    expect(within(header).getByText('Online')).toBeVisible();
    const entries = window.history.length;
    await user.click(within(header).getByRole('button', { name: 'Close conversation' }));

    expect(await screen.findByText('Select a conversation to start chatting.')).toBeVisible();
    expect(window.location.pathname).toBe('/chat');
    expect(window.history.length).toBe(entries);
    await waitFor(() => expect(screen.getByRole('link', { name: /மீனாட்சி/ })).toHaveFocus());
  });

  it('with several days and groups: shows one separator per day, one avatar per group and each time once', async () => {
    const messages = [
      messageFrom(meena._id, 'வணக்கம்', '2025-12-31T06:00:10.000Z'),
      messageFrom(meena._id, 'எப்போது?', '2025-12-31T06:00:50.000Z'),
      messageFrom(me._id, 'भोर में', '2026-01-02T06:00:00.000Z'),
    ];
    await openChat(messages);

    const headings = within(conversation()).getAllByRole('heading', { level: 3 });
    expect(headings).toHaveLength(2);
    expect(headings[0]).toHaveTextContent('Wednesday, December 31, 2025');
    const rows = within(conversation()).getAllByRole('listitem');
    expect(rows.map((row) => row.querySelector(':not(.sr-only) > time')?.textContent ?? '')).toEqual([
      '',
      formatMessageTime(messages[1]?.createdAt ?? ''),
      formatMessageTime(messages[2]?.createdAt ?? ''),
    ]);
    // Initials in the avatar.
    expect(within(conversation()).getAllByText('AR')).toHaveLength(1);
    expect(rows[2]).toHaveTextContent('You: भोर में');
  });

  it('woken after midnight: updates relative days, including those in the contact list', async () => {
    // Fakes only the date, not the timers.
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(new Date(2026, 2, 1, 23, 59, 30));
    await openChat([messageFrom(meena._id, 'நள்ளிரவு', new Date(2026, 2, 1, 23, 58).toISOString())]);
    receive(messageFrom(meena._id, 'இன்னும்', new Date(2026, 2, 1, 23, 59).toISOString()));
    const row = () =>
      within(screen.getByRole('list', { name: 'People' })).getByRole('link', { name: /^மீனாட்சி/ });
    await waitFor(() => expect(row()).toHaveTextContent('11:59 PM'));
    expect(screen.getByRole('heading', { name: 'Today' })).toBeVisible();

    vi.setSystemTime(new Date(2026, 2, 2, 0, 0, 30));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));

    expect(screen.getByRole('heading', { name: 'Yesterday' })).toBeVisible();
    expect(row()).toHaveTextContent('Yesterday');
  });

  it('while loading: shows skeleton bubbles and announces the loading to screen readers', async () => {
    mockChat();
    const { pending, release } = createPendingResponse();
    mockResponse('get', `/api/message/${meena._id}`, () => pending.then(() => buildPage([])));
    renderApp(`/chat/${meena._id}`);
    await screen.findByRole('heading', { level: 2, name: meena.fullName });

    expect(screen.getByText('Loading messages…')).toBeInTheDocument();
    release();
    expect(await screen.findByText(/No messages yet/)).toBeVisible();
  });

  it('without a response: shows an error, keeps the draft and loads on retry', async () => {
    mockChat();
    mockError('get', `/api/message/${meena._id}`, 503, '');
    const user = renderApp(`/chat/${meena._id}`);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent("Can't fetch messages");
    await user.type(composer(), 'தயார்');

    mockResponse('get', `/api/message/${meena._id}`, buildPage([messageFrom(meena._id, 'வந்தது')]));
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('log')).toHaveTextContent('வந்தது');
    expect(composer()).toHaveValue('தயார்');
  });

  it('without a response, then a reconnect: loads automatically', async () => {
    mockChat();
    mockError('get', `/api/message/${meena._id}`, 503, '');
    renderApp(`/chat/${meena._id}`);
    await screen.findByRole('alert');
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());

    mockResponse('get', `/api/message/${meena._id}`, buildPage([]));
    act(() => fakeSocket.listeners?.onConnect('s1'));

    expect(await screen.findByText(/No messages yet/)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('an unknown user id: shows the reason without a retry and links back to the chats', async () => {
    mockChat();
    mockError('get', '/api/user/:id', 404, 'User not found', 'not_found');
    const user = renderApp('/chat/00000000000000000000dead');

    expect(await screen.findByText('User not found')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect(screen.queryByText("Can't fetch messages")).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'All chats' }));
    expect(await screen.findByText('Select a conversation to start chatting.')).toBeVisible();
  });

  it('a malformed user id with a quotation mark: Back returns to the list', async () => {
    mockChat();
    const message = 'The id is not valid';
    const body = { ...buildError(message, 'invalid'), fields: [{ field: 'id', message }] };
    mockResponse('get', '/api/user/:id', body, { status: 400 });
    const user = renderApp('/chat/%22');
    await screen.findByText('Nobody lives here');

    await user.click(screen.getByRole('button', { name: 'Back to chats' }));

    expect(await screen.findByText('Select a conversation to start chatting.')).toBeVisible();
  });

  it('the viewer’s own id: redirects to the chats; an upper-case id: opens the conversation', async () => {
    mockChat();
    renderApp(`/chat/${me._id}`);
    await screen.findByText('Select a conversation to start chatting.');
    expect(window.location.pathname).toBe('/chat');
    expect(screen.queryByLabelText('Message')).not.toBeInTheDocument();
    cleanup();

    renderApp(`/chat/${meena._id.toUpperCase()}`);

    expect(await screen.findByRole('heading', { level: 2, name: meena.fullName })).toBeVisible();
  });

  it('a disconnect: is shown until the reconnect, which fetches missed messages', async () => {
    const known = messageFrom(meena._id, 'முன்');
    await openChat([known]);
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    act(() => fakeSocket.listeners?.onConnect('s1'));
    act(() => fakeSocket.listeners?.onDisconnect());
    expect(screen.getByText(/^No connection\./)).toBeVisible();

    const missed = messageFrom(meena._id, 'பின்', '2026-03-01T10:05:00.000Z');
    const requests = mockResponse('get', `/api/message/${meena._id}`, buildPage([missed]));
    act(() => fakeSocket.listeners?.onConnect('s2'));

    expect(await within(conversation()).findByText('பின்')).toBeVisible();
    expect(requests[0]?.url.searchParams.get('after')).toBe(known._id);
    expect(screen.queryByText(/^No connection\./)).not.toBeInTheDocument();
  });

  it('without a connection: shows no user as online or offline until the list of online users arrives', async () => {
    const { user } = await openChat();
    await connectSocket();
    act(() => fakeSocket.listeners?.getOnlineUsers([me._id, meena._id]));
    expect(screen.getByText('1 online')).toBeVisible();

    act(() => fakeSocket.listeners?.onDisconnect());
    expect(screen.queryByText(/^(Online|Offline|\d online)$/)).not.toBeInTheDocument();
    // The text is in the header and in place of the count.
    expect(screen.getAllByText('Online status unknown')).toHaveLength(2);
    await user.click(screen.getByRole('checkbox', { name: 'online only' }));
    expect(screen.queryByText('No users online')).not.toBeInTheDocument();
    expect(screen.getByText("You'll see who's online when you're connected.")).toBeVisible();
    // The list of online users arrives some time after the connection.
    act(() => fakeSocket.listeners?.onConnect('s2'));
    expect(screen.getAllByText('Online status unknown')).toHaveLength(2);
    act(() => fakeSocket.listeners?.getOnlineUsers([me._id, meena._id]));

    expect(screen.getByText('1 online')).toBeVisible();
    expect(screen.getByRole('link', { name: /மீனாட்சி.*Online/ })).toBeVisible();
  });

  it('before the first list of online users: shows no user as online or offline, whether connected or not', async () => {
    const { user } = await openChat();
    await user.click(screen.getByRole('checkbox', { name: 'online only' }));
    const expectUnknown = () => {
      expect(screen.queryByText(/^(Online|Offline|\d online|No users online)$/)).not.toBeInTheDocument();
      expect(screen.getAllByText('Online status unknown')).toHaveLength(2);
      expect(screen.getByText("You'll see who's online when you're connected.")).toBeVisible();
    };

    expectUnknown();
    await connectSocket();

    expectUnknown();
    act(() => fakeSocket.listeners?.getOnlineUsers([me._id]));
    expect(screen.getByText('0 online')).toBeVisible();
    expect(screen.getByText('No users online')).toBeVisible();
  });

  it('while the browser is offline: shows no user as online or offline', async () => {
    await openChat();
    await connectSocket();
    act(() => fakeSocket.listeners?.getOnlineUsers([me._id, meena._id]));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

    act(() => void window.dispatchEvent(new Event('offline')));

    expect(screen.queryByText(/^(Online|Offline|\d online)$/)).not.toBeInTheDocument();
  });

  it('Escape: closes the conversation and focuses its row in the list, unless a composition, menu or dialog is open', async () => {
    const { user } = await openChat([messageFrom(meena._id, 'முதல்')]);
    await user.click(composer());
    await user.keyboard('பாதி');
    fireEvent.keyDown(composer(), { key: 'Escape', keyCode: 229 });
    fireEvent.keyDown(composer(), { key: 'Escape', isComposing: true });
    await user.click(within(conversation()).getByRole('button', { name: 'Message actions' }));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Conversation options' }));
    await user.click(screen.getByRole('menuitem', { name: 'Block' }));
    fireEvent.keyDown(screen.getByRole('button', { name: 'Cancel' }), { key: 'Escape' });
    expect(composer()).toHaveValue('பாதி');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));

    await user.click(composer());
    await user.keyboard('{Escape}');

    expect(await screen.findByText('Select a conversation to start chatting.')).toBeVisible();
    expect(screen.getByRole('link', { name: /மீனாட்சி/ })).toHaveFocus();
  });

  it('older pages: are loaded on demand up to the start of the conversation', async () => {
    const newer = messageFrom(meena._id, 'புதிய');
    const { user } = await openChat([newer], { nextCursor: newer._id });
    const old = messageFrom(me._id, 'पुराना', '2026-02-01T10:00:00.000Z');
    mockResponse('get', `/api/message/${meena._id}`, buildPage([old]));

    await user.click(screen.getByRole('button', { name: 'Show older messages' }));

    expect(await within(conversation()).findByText('पुराना')).toBeVisible();
    expect(screen.getByText(/^This is the start of your conversation with/)).toBeVisible();
    expect(screen.queryByText(/new message/)).not.toBeInTheDocument();
  });

  it('an older page that fails to load: is requested again on demand, but not by each scroll at the top', async () => {
    const newer = messageFrom(meena._id, 'புதிய');
    const { user } = await openChat([newer], { nextCursor: newer._id });
    mockError('get', `/api/message/${meena._id}`, 503, 'The database is unavailable');
    const list = screen.getByRole('region', { name: /^Conversation with/ });

    fireEvent.scroll(list);
    await screen.findByText("Can't fetch messages");
    const requests = mockResponse('get', `/api/message/${meena._id}`, buildPage([]));
    fireEvent.scroll(list);
    fireEvent.scroll(list);
    expect(requests).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Show older messages' }));

    expect(await screen.findByText(/^This is the start of your conversation with/)).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['turns the wheel', () => fireEvent.wheel(conversation(), { deltaY: -900 }), 700],
    ['drags the scroll bar', () => fireEvent.pointerDown(conversation()), 700],
    ['presses Page Up', () => fireEvent.keyDown(conversation(), { key: 'PageUp' }), 700],
    ['presses Shift+Space', () => fireEvent.keyDown(conversation(), { key: ' ', shiftKey: true }), 700],
    ['presses Shift', () => fireEvent.keyDown(conversation(), { key: 'Shift' }), 2_000],
    ['presses a message', () => fireEvent.pointerDown(screen.getByRole('log')), 2_000],
  ])(
    'a saved place that loads after Back, while the user %s: keeps the position only if the user scrolled up',
    async (_input, doInput, scrollTop) => {
      const newer = messageFrom(meena._id, 'புதிய');
      const old = messageFrom(meena._id, 'पुराना', '2026-02-01T10:00:00.000Z');
      await leaveAt(old, newer);
      const { pending, release } = createPendingResponse();
      mockResponse('get', `/api/message/${meena._id}`, async ({ url }) => {
        if (!url.searchParams.has('before')) return { ...buildPage([newer]), nextCursor: newer._id };
        await pending;
        return buildPage([old]);
      });
      act(() => window.history.back());
      await screen.findByRole('log');
      doInput();
      const list = scrollAwayFromEnd(900);

      release();

      expect(await screen.findByText(/^This is the start of your conversation with/)).toBeInTheDocument();
      expect(list.scrollTop).toBe(scrollTop);
    },
  );

  it('a saved place that was deleted meanwhile, after Back: loads no pages before it', async () => {
    const newer = messageFrom(meena._id, 'புதிய');
    await leaveAt(messageFrom(meena._id, 'पुराना', '2026-02-01T10:00:00.000Z'), newer);
    const older = messageFrom(meena._id, 'இரண்டு', '2026-01-31T10:00:00.000Z');
    const requests = mockResponse('get', `/api/message/${meena._id}`, ({ url }) => {
      const [message] = url.searchParams.has('before') ? [older] : [newer];
      return { ...buildPage([message]), nextCursor: message._id };
    });

    act(() => window.history.back());

    expect(await screen.findByText('இரண்டு')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Show older messages' })).toBeEnabled());
    expect(requests).toHaveLength(2);
  });

  it('a saved place after the session has ended: is forgotten', async () => {
    const newer = messageFrom(meena._id, 'புதிய');
    await openChat([newer]);
    scrollAwayFromEnd(900);
    const { key } = window.history.state;
    expect(readView(key)?.firstMessage?.id).toBe(newer._id);

    act(() => dropSessionData(me._id));

    expect(readView(key)?.firstMessage).toBeUndefined();
  });

  it('a place in the conversation, when the contact is chosen again: is saved for the new history entry', async () => {
    const message = messageFrom(meena._id, 'முதல்');
    const { user } = await openChat([message]);
    scrollAwayFromEnd(900);
    const { key } = window.history.state;

    await user.click(
      within(screen.getByRole('list', { name: 'People' })).getByRole('link', { name: /மீனாட்சி/ }),
    );

    await waitFor(() => expect(window.history.state.key).not.toBe(key));
    expect(readView(window.history.state.key)?.firstMessage?.id).toBe(message._id);
  });

  it('4,000 characters, a word without spaces and 500 messages: are rendered in full, and typing changes nothing in the list', async () => {
    const long = 'நீ'.repeat(2_000);
    const many = Array.from({ length: 498 }, (_, index) =>
      messageFrom(
        index % 2 ? me._id : meena._id,
        `${index}`,
        new Date(Date.UTC(2026, 2, 1, 0, index)).toISOString(),
      ),
    );
    mockChat([messageFrom(meena._id, long), ...many, messageFrom(meena._id, 'अ'.repeat(300))]);
    renderApp(`/chat/${meena._id}`);
    // By selector, because role queries over 500 rows are slow.
    const rows = () => document.querySelectorAll('[role=log] li');
    await waitFor(() => expect(rows()).toHaveLength(500));
    expect(rows()[0]).toHaveTextContent(long);

    // Typing in the composer changes nothing in the list.
    const list = document.querySelector('[role=log]');
    const textarea = document.querySelector('textarea');
    if (!list || !textarea) throw new Error('The conversation is not on the screen');
    const changes = vi.fn();
    const observer = new MutationObserver(changes);
    observer.observe(list, { subtree: true, childList: true, attributes: true, characterData: true });
    fireEvent.change(textarea, { target: { value: 'क' } });
    await waitFor(() => expect(textarea).toHaveValue('क'));
    observer.disconnect();
    expect(changes).not.toHaveBeenCalled();
  });
});

describe('incoming messages', () => {
  it('at the end: are announced with their sender; messages in other conversations and own messages are not', async () => {
    await openChat([messageFrom(meena._id, 'முதல்')]);
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    const polite = conversation().parentElement?.querySelector('[aria-live=polite]');
    expect(polite).toBeEmptyDOMElement();

    receive(buildMessage({ senderId: zoya._id, receiverId: me._id, text: 'secret' }));
    expect(polite).toBeEmptyDOMElement();
    receive(messageFrom(me._id, 'from my other tab', '2026-03-01T10:01:00.000Z'));
    expect(polite).toBeEmptyDOMElement();
    receive(messageFrom(meena._id, 'எங்கே?', '2026-03-01T10:02:00.000Z'));

    expect(polite).toHaveTextContent(`${meena.fullName}: எங்கே?`);
    const announced = polite?.firstChild;
    receive(messageFrom(meena._id, 'எங்கே?', '2026-03-01T10:03:00.000Z'));
    // Equal text needs a new element, because screen readers announce only changes.
    expect(polite).toHaveTextContent(`${meena.fullName}: எங்கே?`);
    expect(polite?.firstChild).not.toBe(announced);
    expect(screen.getByRole('log')).toHaveAttribute('aria-live', 'off');
    expect(screen.queryByRole('button', { name: /new message/ })).not.toBeInTheDocument();
  });

  it('while the user has scrolled up: do not change the position; a button counts them and scrolls to the end', async () => {
    const { user } = await openChat([messageFrom(meena._id, 'முதல்')]);
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    const list = scrollAwayFromEnd(900);

    receive(messageFrom(meena._id, 'இரண்டு', '2026-03-01T10:01:00.000Z'));
    expect(screen.getByRole('button', { name: '1 new message' })).toBeVisible();
    receive(messageFrom(meena._id, 'மூன்று', '2026-03-01T10:02:00.000Z'));
    expect(list.scrollTop).toBe(700);

    await user.click(screen.getByRole('button', { name: '2 new messages' }));
    expect(list.scrollTop).toBe(2_000);
    expect(screen.queryByRole('button', { name: /new message/ })).not.toBeInTheDocument();
  });

  it('of the user, while they have scrolled up: move the list only if they were written in this tab', async () => {
    const { user } = await openChat([messageFrom(meena._id, 'முதல்')]);
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    const list = scrollAwayFromEnd(900);

    receive(messageFrom(me._id, 'from my phone', '2026-03-01T10:01:00.000Z'));
    expect(list.scrollTop).toBe(700);

    mockResponse('post', `/api/message/send/${meena._id}`, messageFrom(me._id, 'from here'));
    await user.type(screen.getByLabelText('Message'), 'from here{Enter}');
    expect(list.scrollTop).toBe(2_000);
  });

  it('missed while offline, and fetched after a newer one has arrived: are announced and counted', async () => {
    await openChat([messageFrom(meena._id, 'முதல்')]);
    await connectSocket();
    scrollAwayFromEnd(900);
    act(() => fakeSocket.listeners?.onDisconnect());
    const missed = messageFrom(meena._id, 'இரண்டு', '2026-03-01T10:01:00.000Z');
    const newest = messageFrom(meena._id, 'மூன்று', '2026-03-01T10:02:00.000Z');
    const { pending, release } = createPendingResponse();
    mockResponse('get', `/api/message/${meena._id}`, () => pending.then(() => buildPage([missed, newest])));
    act(() => fakeSocket.listeners?.onConnect('s2'));

    receive(newest);
    expect(screen.getByRole('button', { name: '1 new message' })).toBeVisible();
    release();

    expect(await screen.findByRole('button', { name: '2 new messages' })).toBeVisible();
    const polite = conversation().parentElement?.querySelector('[aria-live=polite]');
    expect(polite).toHaveTextContent(`${meena.fullName}: இரண்டு`);
  });

  it('older messages of the partner, loaded above messages of the user: are neither counted nor announced', async () => {
    const newer = messageFrom(me._id, 'नया');
    const { user } = await openChat([newer], { nextCursor: newer._id });
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    scrollAwayFromEnd(900);
    const old = messageFrom(meena._id, 'பழைய', '2026-02-01T10:00:00.000Z');
    mockResponse('get', `/api/message/${meena._id}`, buildPage([old]));

    await user.click(screen.getByRole('button', { name: 'Show older messages' }));
    await screen.findByText(/^This is the start of your conversation with/);
    const polite = conversation().parentElement?.querySelector('[aria-live=polite]');

    expect(screen.queryByRole('button', { name: /new message/ })).not.toBeInTheDocument();
    expect(polite).toBeEmptyDOMElement();
    receive(messageFrom(meena._id, 'எங்கே?', '2026-03-01T10:01:00.000Z'));
    expect(screen.getByRole('button', { name: '1 new message' })).toBeVisible();
    expect(polite).toHaveTextContent(`${meena.fullName}: எங்கே?`);
  });

  it('after an unread message that is the first loaded one: are counted without older messages', async () => {
    // The unread message is at the top, far from the end.
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(2_000);
    vi.spyOn(Element.prototype, 'scrollTop', 'get').mockReturnValue(0);
    const unread = messageFrom(meena._id, 'படிக்காதது');
    const { user } = await openChat([unread], { nextCursor: unread._id, unreadCount: 1 });
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    expect(await screen.findByRole('button', { name: '1 new message' })).toBeVisible();
    const old = messageFrom(meena._id, 'பழைய', '2026-02-01T10:00:00.000Z');
    mockResponse('get', `/api/message/${meena._id}`, buildPage([old]));
    await user.click(screen.getByRole('button', { name: 'Show older messages' }));
    await screen.findByText(/^This is the start of your conversation with/);

    receive(messageFrom(meena._id, 'எங்கே?', '2026-03-01T10:01:00.000Z'));

    expect(screen.getByRole('button', { name: '2 new messages' })).toBeVisible();
  });

  it('near the end, while rows are measured during scrolling: do not change the position until a message arrives', async () => {
    await openChat([messageFrom(meena._id, 'முதல்')]);
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    const list = scrollAwayFromEnd(0);
    list.scrollTop = 1_570;
    fireEvent.scroll(list);
    Object.defineProperty(list, 'scrollHeight', { value: 2_010, configurable: true });
    list.scrollTop = 1_560;
    fireEvent.scroll(list);
    expect(list.scrollTop).toBe(1_560);

    receive(messageFrom(meena._id, 'இரண்டு', '2026-03-01T10:01:00.000Z'));

    expect(list.scrollTop).toBe(2_010);
    expect(screen.queryByRole('button', { name: /new message/ })).not.toBeInTheDocument();
  });

  it.each([
    ['at the very end, when a picture loads', 1, 'scrollHeight', 2_300],
    ['near the end, when a keyboard opens', 30, 'clientHeight', 200],
  ])('%s: remain visible', async (_, fromEnd, property, value) => {
    await openChat([messageFrom(meena._id, 'முதல்')]);
    const list = scrollAwayFromEnd(fromEnd);

    Object.defineProperty(list, property, { value, configurable: true });
    fireEvent.scroll(list);

    expect(list.scrollTop).toBe(list.scrollHeight);
  });

  it('while the user has scrolled up and then returns to the end: the button disappears', async () => {
    await openChat([messageFrom(meena._id, 'முதல்')]);
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    scrollAwayFromEnd(900);
    receive(messageFrom(meena._id, 'இரண்டு', '2026-03-01T10:01:00.000Z'));
    expect(screen.getByRole('button', { name: '1 new message' })).toBeVisible();

    scrollAwayFromEnd(10);

    expect(screen.queryByRole('button', { name: /new message/ })).not.toBeInTheDocument();
  });
});
