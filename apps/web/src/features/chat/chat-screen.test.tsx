import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatMessageTime } from '../../lib/format-date.ts';
import { useAuthStore } from '../../stores/auth.store.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { buildContact, buildMessage, buildUser } from '../../testing/factories.ts';
import { fakeSocket } from '../../testing/fake-socket.ts';
import {
  buildPage,
  conversation,
  field,
  me,
  meena,
  messageFrom,
  mockChat,
  openChat,
  receive,
  zoya,
} from '../../testing/open-chat.ts';
import { renderApp } from '../../testing/render-app.tsx';
import {
  mockError,
  mockNetworkError,
  mockResponse,
  type RecordedRequest,
  signIn,
} from '../../testing/server.ts';

const picture = (size = 4, type = 'image/png', name = 'घाट.png') =>
  new File([new Uint8Array(size)], name, { type });

/** A list that is scrolled `fromEnd` pixels away from its newest message; jsdom has no layout of its own. */
function scrollAwayFromEnd(fromEnd: number) {
  const list = conversation();
  Object.defineProperties(list, {
    scrollHeight: { value: 2_000, configurable: true },
    clientHeight: { value: 400, configurable: true },
  });
  // The first tells the list its height.
  fireEvent.scroll(list);
  list.scrollTop = 1_600 - fromEnd;
  fireEvent.scroll(list);
  return list;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('people', () => {
  it('nobody selected: a panel asks to select a conversation, and the tab tells nothing', async () => {
    mockChat();
    renderApp('/chat');

    expect(await screen.findByText('Select a conversation to start chatting.')).toBeVisible();
    expect(document.title).toBe('Chats · Safarnama');
  });

  it('a file dropped with nobody selected: asks to select somebody', async () => {
    mockChat();
    renderApp('/chat');
    const welcome = await screen.findByText('Select a conversation to start chatting.');

    fireEvent.drop(welcome, { dataTransfer: { types: ['Files'], files: [picture()] } });

    expect(await screen.findByText('Please select a user to chat with.')).toBeInTheDocument();
  });

  it('arrow keys, Home and End: go from person to person, as one stop of the Tab key', async () => {
    mockChat();
    const user = renderApp('/chat');
    const [first, second] = [
      await screen.findByRole('link', { name: /மீனாட்சி/ }),
      screen.getByRole('link', { name: /Zoya/ }),
    ];

    await user.click(screen.getByLabelText('Search people'));
    await user.keyboard('{ArrowDown}');
    expect(first).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(second).toHaveFocus();
    expect([first.tabIndex, second.tabIndex]).toEqual([-1, 0]);
    await user.keyboard('{ArrowDown}{ArrowUp}');
    expect(first).toHaveFocus();
    await user.keyboard('{End}');
    expect(second).toHaveFocus();
    await user.keyboard('{Home}{Enter}');
    expect(await screen.findByRole('heading', { level: 2, name: meena.fullName })).toBeVisible();
  });

  it('the last words: whose they are, a picture by its name', async () => {
    signIn(me);
    mockResponse('get', '/api/message/get-all-users', [
      { ...meena, lastMessage: messageFrom(me._id, 'कल मिलते हैं') },
      { ...zoya, lastMessage: messageFrom(zoya._id, '', undefined, { image: '/media/x' }) },
    ]);
    renderApp('/chat');

    expect(await screen.findByText('You: कल मिलते हैं')).toBeVisible();
    expect(screen.getByText('Picture')).toBeVisible();
  });

  it('a message that has not gone out: stands in the row with its sign, until it has', async () => {
    mockNetworkError('post', `/api/message/send/${meena._id}`);
    const { user } = await openChat();
    const row = () =>
      within(screen.getByRole('list', { name: 'People' })).getByRole('link', { name: /^மீனாட்சி/ });

    await user.type(field(), 'வா{Enter}');
    await waitFor(() => expect(row()).toHaveTextContent('Waiting to send You: வா'));
    mockResponse('post', `/api/message/send/${meena._id}`, ({ body }: RecordedRequest) =>
      messageFrom(me._id, 'வா', undefined, {
        clientMessageId: (body as { clientMessageId: string }).clientMessageId,
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Retry' }));

    await waitFor(() => expect(row()).not.toHaveTextContent(/Waiting|Sending/));
    expect(row()).toHaveTextContent('You: வா');
  });

  it('a search: asks the server, tells how many, and says when nobody is found', async () => {
    mockChat();
    const user = renderApp('/chat');
    await screen.findByRole('link', { name: /Zoya/ });
    const requests = mockResponse('get', '/api/message/get-all-users', ({ url }: RecordedRequest) =>
      url.searchParams.get('q') === 'zo' ? [zoya] : [],
    );

    await user.type(screen.getByLabelText('Search people'), 'zo');
    expect(await screen.findByText('1 person found')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /மீனாட்சி/ })).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('Search people'), 'x');
    expect(await screen.findByText('No users found')).toBeVisible();
    // One question for what was typed in one go.
    expect(requests.map(({ url }) => url.searchParams.get('q'))).toEqual(['zo', 'zox']);
  });

  it('the Link header’s next page: by the button, and by itself near the end', async () => {
    signIn(me);
    const [third, fourth] = [buildContact({ fullName: 'তৃতীয়া' }), buildContact({ fullName: 'चौथा' })];
    mockResponse('get', '/api/message/get-all-users', [fourth]);
    const next = (cursor: string) => ({
      headers: { Link: `</api/message/get-all-users?cursor=${cursor}>; rel="next"` },
    });
    mockResponse('get', '/api/message/get-all-users', [meena, zoya], next('b'));
    const user = renderApp('/chat');
    await screen.findByRole('link', { name: /Zoya/ });

    mockResponse('get', '/api/message/get-all-users', [third], next('c'));
    await user.click(screen.getByRole('button', { name: 'Show more people' }));
    await screen.findByRole('link', { name: /তৃতীয়া/ });
    const last = mockResponse('get', '/api/message/get-all-users', [fourth]);
    fireEvent.scroll(screen.getByRole('list', { name: 'People' }).parentElement ?? document.body);
    await screen.findByRole('link', { name: /चौथा/ });

    expect(last[0]?.url.searchParams.get('cursor')).toBe('c');
    expect(screen.queryByRole('button', { name: 'Show more people' })).not.toBeInTheDocument();
  });

  it('online only: finds those online on the pages that are not loaded yet', async () => {
    signIn(me);
    const offPage = buildContact({ fullName: 'दूर' });
    mockResponse('get', '/api/message/get-all-users', [meena], {
      headers: { Link: '</api/message/get-all-users?cursor=b>; rel="next"' },
    });
    const user = renderApp('/chat');
    await screen.findByRole('link', { name: /மீனாட்சி/ });
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    act(() => fakeSocket.listeners?.onOnlineUsers([me._id, offPage._id]));
    mockResponse('get', '/api/message/get-all-users', [offPage]);

    await user.click(screen.getByRole('checkbox', { name: 'online only' }));

    expect(await screen.findByRole('link', { name: /दूर Online/ })).toBeVisible();
    expect(screen.queryByText('No users online')).not.toBeInTheDocument();
  });

  it('no answer: says so with a way to try again', async () => {
    signIn(me);
    mockNetworkError('get', '/api/message/get-all-users');
    const user = renderApp('/chat');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent("Can't fetch users");

    mockResponse('get', '/api/message/get-all-users', [zoya]);
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('link', { name: /Zoya/ })).toBeVisible();
  });
});

describe('a conversation', () => {
  it('its header: name, presence, and a button that closes it to where one was', async () => {
    mockChat();
    const user = renderApp('/chat');
    await user.click(await screen.findByRole('link', { name: /மீனாட்சி/ }));
    const header = (await screen.findByRole('heading', { level: 2, name: meena.fullName })).closest('header');
    if (!header) throw new Error('The name stands in a header');

    expect(within(header).getByText('Offline')).toBeVisible();
    act(() => fakeSocket.listeners?.onOnlineUsers([me._id, meena._id]));
    expect(within(header).getByText('Online')).toBeVisible();
    const entries = window.history.length;
    await user.click(within(header).getByRole('button', { name: 'Close conversation' }));

    expect(await screen.findByText('Select a conversation to start chatting.')).toBeVisible();
    expect(window.location.pathname).toBe('/chat');
    expect(window.history.length).toBe(entries);
    expect(screen.getByRole('link', { name: /மீனாட்சி/ })).toHaveFocus();
  });

  it('days and groups: a line for each day, one face for what was written in one go, each time once', async () => {
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
    // The avatars' initials.
    expect(within(conversation()).getAllByText('AR')).toHaveLength(1);
    expect(rows[2]).toHaveTextContent('You: भोर में');
  });

  it('midnight has passed while the page slept: what was today is yesterday, in the list of people too', async () => {
    // The date alone: it stands still, and everything else takes the time it takes.
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
    expect(row()).toHaveTextContent('Mar 1');
  });

  it('while it loads: bubbles in its shape, and a word for those who do not see them', async () => {
    mockChat();
    mockResponse('get', `/api/message/${meena._id}`, async () => {
      await delay(80);
      return buildPage([]);
    });
    renderApp(`/chat/${meena._id}`);

    expect(await screen.findByText('Loading messages…')).toBeInTheDocument();
    expect(await screen.findByText(/No messages yet/)).toBeVisible();
  });

  it('no answer: says so, keeps the composer, and tries again', async () => {
    mockChat();
    mockError('get', `/api/message/${meena._id}`, 503, '');
    const user = renderApp(`/chat/${meena._id}`);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent("Can't fetch messages");
    await user.type(field(), 'தயார்');

    mockResponse('get', `/api/message/${meena._id}`, buildPage([messageFrom(meena._id, 'வந்தது')]));
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('log')).toHaveTextContent('வந்தது');
    expect(field()).toHaveValue('தயார்');
  });

  it('no answer, then the socket is back: loads by itself', async () => {
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

  it('an address of nobody: says so without another try, and leads back to the people', async () => {
    mockChat();
    mockError('get', '/api/user/:id', 404, 'User not found', 'not_found');
    const user = renderApp('/chat/00000000000000000000dead');

    expect(await screen.findByText('User not found')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect(screen.queryByText("Can't fetch messages")).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'All chats' }));
    expect(await screen.findByText('Select a conversation to start chatting.')).toBeVisible();
  });

  it('one’s own address: leads to the people; somebody’s in capitals: opens their conversation', async () => {
    mockChat();
    renderApp(`/chat/${me._id}`);
    await screen.findByText('Select a conversation to start chatting.');
    expect(window.location.pathname).toBe('/chat');
    expect(screen.queryByLabelText('Message')).not.toBeInTheDocument();
    cleanup();

    renderApp(`/chat/${meena._id.toUpperCase()}`);

    expect(await screen.findByRole('heading', { level: 2, name: meena.fullName })).toBeVisible();
  });

  it('a cut line: is told until it is back, and what was missed is fetched', async () => {
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

  it('older pages: come when asked for, and where it began is told', async () => {
    const newer = messageFrom(meena._id, 'புதிய');
    const { user } = await openChat([newer], { nextCursor: newer._id });
    const old = messageFrom(me._id, 'पुराना', '2026-02-01T10:00:00.000Z');
    mockResponse('get', `/api/message/${meena._id}`, buildPage([old]));

    await user.click(screen.getByRole('button', { name: 'Show older messages' }));

    expect(await within(conversation()).findByText('पुराना')).toBeVisible();
    expect(screen.getByText(/^This is the start of your conversation with/)).toBeVisible();
    expect(screen.queryByText(/new message/)).not.toBeInTheDocument();
  });

  it('long cases: 4,000 characters, a word without spaces and 500 messages show whole and at once', async () => {
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
    // By selector: asking 500 rows for their roles is what would take long here.
    const rows = () => document.querySelectorAll('[role=log] li');
    await waitFor(() => expect(rows()).toHaveLength(500));
    expect(rows()[0]).toHaveTextContent(long);

    // A key in the composer draws no message anew.
    const list = document.querySelector('[role=log]');
    const composer = document.querySelector('textarea');
    if (!list || !composer) throw new Error('The conversation is on the screen');
    const changes = vi.fn();
    const observer = new MutationObserver(changes);
    observer.observe(list, { subtree: true, childList: true, attributes: true, characterData: true });
    fireEvent.change(composer, { target: { value: 'क' } });
    await waitFor(() => expect(composer).toHaveValue('क'));
    observer.disconnect();
    expect(changes).not.toHaveBeenCalled();
  });
});

describe('what comes in', () => {
  it('at the end: is shown and read out by its sender and words; of another conversation nothing is', async () => {
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
    // The same words again are new words in the document: what does not change there is not read out.
    expect(polite).toHaveTextContent(`${meena.fullName}: எங்கே?`);
    expect(polite?.firstChild).not.toBe(announced);
    expect(screen.getByRole('log')).toHaveAttribute('aria-live', 'off');
    expect(screen.queryByRole('button', { name: /new message/ })).not.toBeInTheDocument();
  });

  it('further up: nothing moves, a button counts, and leads to the end', async () => {
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

  it('further up, then scrolled down by hand: the button goes', async () => {
    await openChat([messageFrom(meena._id, 'முதல்')]);
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    scrollAwayFromEnd(900);
    receive(messageFrom(meena._id, 'இரண்டு', '2026-03-01T10:01:00.000Z'));
    expect(screen.getByRole('button', { name: '1 new message' })).toBeVisible();

    scrollAwayFromEnd(10);

    expect(screen.queryByRole('button', { name: /new message/ })).not.toBeInTheDocument();
  });
});

describe('a picture', () => {
  it('sent: opens over everything, in its own size on demand, and gives the focus back on Escape', async () => {
    const image = '/media/abc';
    const { user } = await openChat([
      messageFrom(meena._id, '', undefined, { image, imageMeta: { width: 800, height: 600, thumbhash: '' } }),
    ]);
    const opener = screen.getByRole('img', { name: `Sent by ${meena.fullName}` }).closest('button');
    if (!opener) throw new Error('The picture is a button');
    await user.click(opener);

    const dialog = screen.getByRole('dialog', { name: 'Picture' });
    const close = within(dialog).getByRole('button', { name: 'Close picture' });
    expect(close).toHaveFocus();
    await user.tab();
    expect(within(dialog).getByRole('button', { name: 'Actual size' })).toHaveFocus();
    await user.tab({ shift: true });
    expect(close).toHaveFocus();
    await user.click(within(dialog).getByRole('button', { name: 'Actual size' }));
    expect(within(dialog).getByRole('button', { name: 'Fit to screen' })).toBeVisible();
    await user.keyboard('{Escape}');

    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(opener).toHaveFocus();
  });

  it('picked, pasted or dropped: is shown, can be removed, and is sent', async () => {
    const { user } = await openChat();
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();

    const [input] = screen.getAllByLabelText('Attach a picture');
    if (!input) throw new Error('There is a file field');
    await user.upload(input, picture());
    expect(await screen.findByRole('img', { name: 'Picture to send' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove picture' }));
    expect(screen.queryByRole('img', { name: 'Picture to send' })).not.toBeInTheDocument();

    fireEvent.paste(field(), { clipboardData: { types: ['Files'], files: [picture()] } });
    expect(await screen.findByRole('img', { name: 'Picture to send' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove picture' }));

    fireEvent.dragOver(conversation(), { dataTransfer: { types: ['Files'], files: [] } });
    expect(screen.getByText('Drop the picture here')).toBeVisible();
    fireEvent.drop(conversation(), { dataTransfer: { types: ['Files'], files: [picture()] } });
    expect(await screen.findByRole('img', { name: 'Picture to send' })).toBeVisible();
    expect(screen.queryByText('Drop the picture here')).not.toBeInTheDocument();

    const sent = mockResponse(
      'post',
      `/api/message/send/${meena._id}`,
      messageFrom(me._id, '', undefined, { image: '/media/abc' }),
      { status: 201 },
    );
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(screen.queryByRole('img', { name: 'Picture to send' })).not.toBeInTheDocument(),
    );
    expect(sent[0]?.body).toMatchObject({
      text: '',
      image: expect.stringMatching(/^data:image\/png;base64,/),
    });
    expect(await screen.findByRole('img', { name: 'Sent by you' })).toBeVisible();
  });

  it('no picture, or too large a one: gets its sentence before anything is sent', async () => {
    await openChat();
    const text = picture(4, 'text/plain', 'திட்டம்.txt');

    fireEvent.drop(conversation(), { dataTransfer: { types: ['Files'], files: [text] } });
    expect(await screen.findByText('Only image files are allowed')).toBeInTheDocument();
    fireEvent.paste(field(), { clipboardData: { types: ['Files'], files: [picture(10_000_001)] } });
    expect(await screen.findByText('The picture must be at most 10 MB')).toBeInTheDocument();
    expect(screen.queryByRole('img', { name: 'Picture to send' })).not.toBeInTheDocument();
  });

  it('pasted along with words, as from a word processor: the words are meant', async () => {
    await openChat();

    fireEvent.paste(field(), {
      clipboardData: { types: ['text/plain', 'Files'], files: [picture()], getData: () => 'शब्द' },
    });
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));

    expect(screen.queryByRole('img', { name: 'Picture to send' })).not.toBeInTheDocument();
  });
});

describe('the composer', () => {
  it('an input method: Enter with key code 229, or while composing, sends nothing', async () => {
    const { user } = await openChat();
    await user.type(field(), 'नमस्ते');

    // An unlisted call to send would fail this test.
    fireEvent.compositionStart(field());
    const isUntouched = [
      fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 }),
      fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13, isComposing: true }),
    ];

    expect(isUntouched).toEqual([true, true]);
    expect(field()).toHaveValue('नमस्ते');
    expect(useChatStore.getState().outgoing).toEqual([]);
  });

  it('refused: says the server’s message and keeps words and picture', async () => {
    const { user } = await openChat();
    mockError('post', `/api/message/send/${meena._id}`, 400, 'That picture cannot be read');
    fireEvent.paste(field(), { clipboardData: { types: ['Files'], files: [picture()] } });
    await screen.findByRole('img', { name: 'Picture to send' });

    await user.type(field(), 'பார்{Enter}');

    expect(await screen.findByText('That picture cannot be read')).toBeInTheDocument();
    expect(field()).toHaveValue('பார்');
    expect(screen.getByRole('img', { name: 'Picture to send' })).toBeVisible();
  });

  it('half written: stays with its person while another one is looked at', async () => {
    const { user } = await openChat();
    await user.type(field(), 'பாதி கடிதம்');

    await user.click(screen.getByRole('link', { name: /Zoya/ }));
    await screen.findByRole('heading', { level: 2, name: 'Zoya' });
    expect(field()).toHaveValue('');
    await user.click(screen.getByRole('link', { name: /மீனாட்சி/ }));
    await screen.findByRole('heading', { level: 2, name: meena.fullName });

    expect(field()).toHaveValue('பாதி கடிதம்');
  });

  it('too long: nothing is cut off, it is told by how much, and Send waits', async () => {
    await openChat();

    fireEvent.change(field(), { target: { value: 'க'.repeat(3_950) } });
    expect(field()).toHaveAccessibleDescription(/50 characters left/);
    fireEvent.change(field(), { target: { value: '🌅'.repeat(4_003) } });

    expect(field()).toHaveAccessibleDescription(/3 characters too long \(limit 4,000\)/);
    expect(field()).toBeInvalid();
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
    fireEvent.change(field(), { target: { value: '🌅'.repeat(4_000) } });
    expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
  });

  it('white space alone: cannot be sent', async () => {
    await openChat();

    fireEvent.change(field(), { target: { value: ' \n\u200b ' } });

    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
  });

  it('the end of the session: keeps what was typed for its writer, and for nobody else', async () => {
    const { user } = await openChat();
    await user.type(field(), 'என்னுடையது');

    const switchUser = async (user: typeof me) => {
      act(() => useAuthStore.setState({ user: null, isAuthenticated: false }));
      await screen.findByRole('button', { name: 'Sign in' });
      mockResponse('get', '/api/auth/check-auth', user);
      act(() => useAuthStore.setState({ user, isAuthenticated: true }));
      await screen.findByRole('heading', { level: 2, name: meena.fullName });
    };
    await switchUser(buildUser({ fullName: 'ಬೇರೆ' }));
    expect(field()).toHaveValue('');
    await switchUser(me);

    expect(field()).toHaveValue('என்னுடையது');
  });
});
