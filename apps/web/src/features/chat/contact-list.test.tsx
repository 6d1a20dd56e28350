import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { useUnreadStore } from '../../stores/unread.store.ts';
import { buildContact } from '../../testing/factories.ts';
import { fakeSocket } from '../../testing/fake-socket.ts';
import { fill } from '../../testing/fill.ts';
import {
  composer,
  connectSocket,
  me,
  meena,
  messageFrom,
  mockChat,
  openChat,
  receive,
  zoya,
} from '../../testing/open-chat.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { mockNetworkError, mockResponse, type RecordedRequest, signIn } from '../../testing/server.ts';

const picture = (size = 4, type = 'image/png', name = 'घाट.png') =>
  new File([new Uint8Array(size)], name, { type });

describe('the contact list', () => {
  it('without a selection: shows the welcome panel and a neutral page title', async () => {
    mockChat();
    renderApp('/chat');

    expect(await screen.findByText('Select a conversation to start chatting.')).toBeVisible();
    expect(document.title).toBe('Chats · Safarnama');
  });

  it('without a selection, with a scene that cannot be loaded: shows the welcome panel without it', async () => {
    mockChat();
    renderApp('/chat');
    const welcome = await screen.findByText('Select a conversation to start chatting.');
    const scene = within(welcome.parentElement as HTMLElement).getByRole('presentation');

    fireEvent.error(scene);

    expect(scene).not.toBeInTheDocument();
    expect(welcome).toBeVisible();
  });

  it('a file dropped without a selection: asks to select a user', async () => {
    mockChat();
    renderApp('/chat');
    const welcome = await screen.findByText('Select a conversation to start chatting.');

    fireEvent.drop(welcome, { dataTransfer: { types: ['Files'], files: [picture()] } });

    expect(await screen.findByText('Please select a user to chat with.')).toBeInTheDocument();
  });

  it('arrow keys, Home and End: move between contacts, which are one tab stop', async () => {
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

  it('the last message: names its author and describes a picture', async () => {
    signIn(me);
    mockResponse('get', '/api/message/get-all-users', [
      { ...meena, lastMessage: messageFrom(me._id, 'कल मिलते हैं') },
      { ...zoya, lastMessage: messageFrom(zoya._id, '', undefined, { image: '/media/x' }) },
    ]);
    renderApp('/chat');

    expect(await screen.findByText('You: कल मिलते हैं')).toBeVisible();
    expect(screen.getByText('Picture')).toBeVisible();
  });

  it('an unsent message: is previewed with its state until sent', async () => {
    mockNetworkError('post', `/api/message/send/${meena._id}`);
    const { user } = await openChat();
    const row = () =>
      within(screen.getByRole('list', { name: 'People' })).getByRole('link', { name: /^மீனாட்சி/ });

    await user.type(composer(), 'வா{Enter}');
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

  it('a draft: is previewed in its row while the conversation is closed and no message is unread', async () => {
    const { user } = await openChat();
    const row = (name: RegExp) =>
      within(screen.getByRole('list', { name: 'People' })).getByRole('link', { name });
    await user.type(composer(), 'பாதி கடிதம்');
    expect(row(/^மீனாட்சி/)).not.toHaveTextContent('Draft');

    await user.click(row(/^Zoya/));
    expect(row(/^மீனாட்சி/)).toHaveTextContent('Draft: பாதி கடிதம்');
    act(() => useChatStore.getState().setDraft(meena._id, { text: '', image: 'data:image/png;base64,AAAA' }));
    expect(row(/^மீனாட்சி/)).toHaveTextContent('Draft: Picture');
    act(() => useUnreadStore.getState().setUnread({ total: 1, byUser: { [meena._id]: 1 } }));

    expect(row(/^மீனாட்சி/)).not.toHaveTextContent('Draft');
  });

  it('a search: queries the server, announces the count and reports no matches', async () => {
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
    // One request for several quick keystrokes.
    expect(requests.map(({ url }) => url.searchParams.get('q'))).toEqual(['zo', 'zox']);
  });

  it('a search without a response: shows the failure, and clearing it shows all contacts again', async () => {
    mockChat();
    const user = renderApp('/chat');
    await screen.findByRole('link', { name: /Zoya/ });
    mockNetworkError('get', '/api/message/get-all-users');
    const search = screen.getByLabelText('Search people');

    await user.type(search, 'zo');
    expect(await screen.findByRole('alert')).toHaveTextContent("Can't fetch users");
    expect(screen.queryByRole('link', { name: /மீனாட்சி/ })).not.toBeInTheDocument();
    await user.clear(search);
    await user.click(await screen.findByRole('link', { name: /மீனாட்சி/ }));

    expect(await screen.findByRole('heading', { level: 2, name: meena.fullName })).toBeVisible();
    expect(screen.getByRole('link', { name: /Zoya/ })).toBeVisible();
  });

  it('a message that arrives during a search: its sender is first when the search is cleared', async () => {
    mockChat();
    const user = renderApp('/chat');
    await screen.findByRole('link', { name: /Zoya/ });
    await connectSocket();
    mockResponse('get', '/api/message/get-all-users', [meena]);
    // Requested to announce the message, because the sender is not among the results.
    mockResponse('get', '/api/post/by-author/:userId', { author: zoya, posts: [], nextCursor: null });
    const search = screen.getByLabelText('Search people');
    await user.type(search, 'மீ');
    await waitFor(() => expect(screen.queryByRole('link', { name: /Zoya/ })).not.toBeInTheDocument());

    receive(messageFrom(zoya._id, 'चलें?'));
    mockNetworkError('get', '/api/message/get-all-users');
    await user.clear(search);

    await screen.findByRole('link', { name: /Zoya/ });
    const rows = within(screen.getByRole('list', { name: 'People' })).getAllByRole('link');
    expect(rows[0]).toHaveTextContent('चलें?');
    expect(rows).toHaveLength(2);
  });

  it('a search that is still loading: announces no count', async () => {
    mockChat();
    const user = renderApp('/chat');
    await screen.findByRole('link', { name: /Zoya/ });

    await user.type(screen.getByLabelText('Search people'), 'z');

    // The contacts of before the search are shown.
    expect(screen.queryByText('2 people found')).not.toBeInTheDocument();
    expect(await screen.findByText('2 people found')).toBeInTheDocument();
  });

  it('the next page in the Link header: is loaded on a click and on scrolling near the end', async () => {
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

  it('several pages, after Back and a search: are not loaded again', async () => {
    signIn(me);
    const third = buildContact({ fullName: 'তৃতীয়া' });
    const link = { Link: '</api/message/get-all-users?cursor=b>; rel="next"' };
    const requests = mockResponse('get', '/api/message/get-all-users', ({ url }: RecordedRequest) => {
      if (url.searchParams.get('q') === 'zo') return [zoya];
      return url.searchParams.has('cursor') ? [third] : Response.json([meena, zoya], { headers: link });
    });
    const user = renderApp('/chat');
    await user.click(await screen.findByRole('button', { name: 'Show more people' }));
    await screen.findByRole('link', { name: /তৃতীয়া/ });
    await user.click(screen.getByRole('link', { name: 'Safarnama, home' }));
    await waitFor(() => expect(screen.queryByLabelText('Search people')).not.toBeInTheDocument());
    act(() => window.history.back());
    await user.type(await screen.findByLabelText('Search people'), 'zo');
    await screen.findByText('1 person found');
    requests.length = 0;

    await user.clear(screen.getByLabelText('Search people'));

    expect(await screen.findByRole('link', { name: /மீனாட்சி/ })).toBeVisible();
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(await screen.findByRole('button', { name: 'Show more people' })).toBeEnabled();
    expect(screen.queryByRole('link', { name: /তৃতীয়া/ })).not.toBeInTheDocument();
    expect(requests).toHaveLength(1);
  });

  it('scrolled next to a conversation, then Back twice: keeps its position', async () => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
    mockChat();
    const user = renderApp('/chat');
    const scroller = async () => {
      const list = (await screen.findByRole('list', { name: 'People' })).parentElement;
      if (!list) throw new Error('The list has no scrolling element');
      return list;
    };
    const scrollTo = async (top: number) => {
      const list = await scroller();
      list.scrollTop = top;
      fireEvent.scroll(list);
    };
    await scrollTo(500);
    await user.click(screen.getByRole('link', { name: /Zoya/ }));
    await screen.findByRole('heading', { level: 2, name: zoya.fullName });
    await scrollTo(3_000);
    act(() => window.history.back());
    await screen.findByText('Select a conversation to start chatting.');

    await user.click(screen.getByRole('link', { name: 'Safarnama, home' }));
    await waitFor(() => expect(screen.queryByLabelText('Search people')).not.toBeInTheDocument());
    act(() => window.history.back());

    expect((await scroller()).scrollTop).toBe(3_000);
  });

  it('online only: finds online users on pages that are not loaded yet', async () => {
    signIn(me);
    const offPage = buildContact({ fullName: 'दूर' });
    mockResponse('get', '/api/message/get-all-users', [meena], {
      headers: { Link: '</api/message/get-all-users?cursor=b>; rel="next"' },
    });
    const user = renderApp('/chat');
    await screen.findByRole('link', { name: /மீனாட்சி/ });
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    act(() => fakeSocket.listeners?.getOnlineUsers([me._id, offPage._id]));
    mockResponse('get', '/api/message/get-all-users', [offPage]);

    await user.click(screen.getByRole('checkbox', { name: 'online only' }));

    expect(await screen.findByRole('link', { name: /दूर Online/ })).toBeVisible();
    expect(screen.queryByText('No users online')).not.toBeInTheDocument();
  });

  it('online only, without any other user: says that nobody is online', async () => {
    signIn(me);
    mockResponse('get', '/api/message/get-all-users', []);
    const user = renderApp('/chat');
    expect(await screen.findByText('No users found')).toBeVisible();
    act(() => fakeSocket.listeners?.getOnlineUsers([me._id]));

    await user.click(screen.getByRole('checkbox', { name: 'online only' }));

    expect(screen.getByText('No users online')).toBeVisible();
  });

  it('online only, with search results of which none is online: says so, and whether there may be more', async () => {
    signIn(me);
    const offPage = buildContact({ fullName: 'मीरा' });
    mockResponse('get', '/api/message/get-all-users', [meena, zoya, offPage]);
    const user = renderApp('/chat');
    await screen.findByRole('link', { name: /Zoya/ });
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    act(() => fakeSocket.listeners?.getOnlineUsers([me._id, offPage._id]));
    await user.click(screen.getByRole('checkbox', { name: 'online only' }));
    mockResponse('get', '/api/message/get-all-users', [meena], {
      headers: { Link: '</api/message/get-all-users?cursor=b>; rel="next"' },
    });

    fill(screen.getByRole('searchbox', { name: 'Search people' }), 'மீ');

    expect(await screen.findByText('None of the people found so far are online')).toBeVisible();
    mockResponse('get', '/api/message/get-all-users', [zoya]);
    await user.click(screen.getByRole('button', { name: 'Show more people' }));
    expect(await screen.findByText('No users online')).toBeVisible();
  });

  it('online only, with all online users loaded: offers no further pages', async () => {
    signIn(me);
    mockResponse('get', '/api/message/get-all-users', [meena, zoya], {
      headers: { Link: '</api/message/get-all-users?cursor=b>; rel="next"' },
    });
    const user = renderApp('/chat');
    expect(await screen.findByRole('button', { name: 'Show more people' })).toBeVisible();
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    act(() => fakeSocket.listeners?.getOnlineUsers([me._id, meena._id]));

    await user.click(screen.getByRole('checkbox', { name: 'online only' }));

    expect(screen.queryByRole('button', { name: 'Show more people' })).not.toBeInTheDocument();
  });

  it('online only, when the focused user goes offline: focuses the next one, after the last one the search', async () => {
    mockChat();
    const user = renderApp('/chat');
    const first = await screen.findByRole('link', { name: /மீனாட்சி/ });
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    act(() => fakeSocket.listeners?.getOnlineUsers([me._id, meena._id, zoya._id]));
    await user.click(screen.getByRole('checkbox', { name: 'online only' }));
    act(() => first.focus());

    act(() => fakeSocket.listeners?.presenceDelta({ online: [], offline: [meena._id] }));
    expect(screen.getByRole('link', { name: /Zoya/ })).toHaveFocus();
    act(() => fakeSocket.listeners?.presenceDelta({ online: [], offline: [zoya._id] }));
    expect(screen.getByRole('searchbox', { name: 'Search people' })).toHaveFocus();
  });

  it('without a response: shows an error with a retry', async () => {
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
