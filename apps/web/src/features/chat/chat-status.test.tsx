import { TYPING_INTERVAL_MS } from '@safarnama/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useUnreadStore } from '../../stores/unread.store.ts';
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
import { mockError, mockNetworkError, mockResponse, signIn } from '../../testing/server.ts';

/** Unread messages, read receipts, typing and blocking. */

const header = () => {
  const element = screen.getByRole('heading', { level: 2, name: meena.fullName }).closest('header');
  if (!element) throw new Error('The name is not in a header');
  return element;
};
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();
/** Shows or hides the tab. */
function setTabVisibility(visibility: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

/** Waits until a read receipt, which is sent after 150 ms, would have arrived. */
const waitForReadReceipt = () => new Promise((resolve) => setTimeout(resolve, 300));

describe('unread messages', () => {
  it('on the newest page: shows a separator before the first unread message', async () => {
    const [readMessage, unreadMessage] = [
      messageFrom(meena._id, 'முன்', at(0)),
      messageFrom(meena._id, 'பின்', at(1)),
    ];
    await openChat([readMessage, unreadMessage], { unreadCount: 1, ownReadUpTo: readMessage._id });

    const row = within(conversation()).getByText('பின்').closest('li');
    if (!row) throw new Error('The message is not in a row');
    expect(within(row).getByText('New')).toBeInTheDocument();
    expect(within(conversation()).getAllByText('New')).toHaveLength(1);
  });

  it('on an older page: loads that page and shows the separator there', async () => {
    const [readMessage, unreadMessage, newest] = [
      messageFrom(meena._id, 'முன்', at(0)),
      messageFrom(meena._id, 'பின்', at(1)),
      messageFrom(meena._id, 'கடைசி', at(2)),
    ];
    mockChat();
    mockResponse('get', `/api/message/${meena._id}`, ({ url }) =>
      url.searchParams.has('before')
        ? buildPage([readMessage, unreadMessage], { unreadCount: 2, ownReadUpTo: readMessage._id })
        : buildPage([newest], { unreadCount: 2, ownReadUpTo: readMessage._id, nextCursor: newest._id }),
    );
    renderApp(`/chat/${meena._id}`);

    const separator = await screen.findByText('New');
    expect(separator.closest('li')).toHaveTextContent('பின்');
  });
});

describe('read receipts', () => {
  it('at the end of the list: are sent; in a hidden tab, only when it becomes visible', async () => {
    const first = messageFrom(meena._id, 'முதல்', at(0));
    mockChat([first]);
    const readRequests = mockResponse('post', `/api/message/${meena._id}/read`, { unreadCount: 0 });
    renderApp(`/chat/${meena._id}`);
    await waitFor(() => expect(readRequests.map(({ body }) => body)).toEqual([{ upTo: first._id }]));
    await connectSocket();

    setTabVisibility('hidden');
    const second = messageFrom(meena._id, 'இரண்டு', at(1));
    receive(second);
    await within(conversation()).findByText('இரண்டு');
    await waitForReadReceipt();
    expect(readRequests).toHaveLength(1);
    setTabVisibility('visible');

    await waitFor(() => expect(readRequests[1]?.body).toEqual({ upTo: second._id }));
  });

  it('when the earlier messages could not be loaded: are sent only after those are loaded', async () => {
    const [unloaded, received] = [
      messageFrom(meena._id, 'முதல்', at(0)),
      messageFrom(meena._id, 'இரண்டு', at(1)),
    ];
    mockChat();
    mockResponse('post', `/api/message/${meena._id}/delivered`, { unreadCount: 2 });
    mockError('get', `/api/message/${meena._id}`, 503, 'Too much to do');
    const readRequests = mockResponse('post', `/api/message/${meena._id}/read`, { unreadCount: 0 });
    const user = renderApp(`/chat/${meena._id}`);
    await screen.findByRole('button', { name: 'Try again' });
    await connectSocket();
    receive(received);
    await within(conversation()).findByText('இரண்டு');
    await waitFor(() => expect(useUnreadStore.getState().unreadTotal).toBe(2));
    await waitForReadReceipt();
    expect(readRequests).toEqual([]);

    mockResponse('get', `/api/message/${meena._id}`, buildPage([unloaded, received], { unreadCount: 2 }));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));

    const separator = await within(conversation()).findByText('New');
    expect(separator.closest('li')).toHaveTextContent('முதல்');
    await waitFor(() => expect(readRequests.map(({ body }) => body)).toEqual([{ upTo: received._id }]));
  });
});

describe('a message received after a reconnect, while the user has unsent messages', () => {
  it('at the end of the list: is announced and reported as read', async () => {
    const first = messageFrom(meena._id, 'முதல்', at(0));
    mockChat([first]);
    const readRequests = mockResponse('post', `/api/message/${meena._id}/read`, { unreadCount: 0 });
    const user = renderApp(`/chat/${meena._id}`);
    await waitFor(() => expect(readRequests.map(({ body }) => body)).toEqual([{ upTo: first._id }]));
    await connectSocket();
    act(() => fakeSocket.listeners?.onDisconnect());
    mockNetworkError('get', '/api/auth/check-auth');
    await user.type(composer(), 'वहीं हूँ{Enter}');
    await within(conversation()).findByText("Will send when you're back online.");

    const missed = messageFrom(meena._id, 'தவறியது', at(1));
    mockResponse('get', `/api/message/${meena._id}`, buildPage([missed], { unreadCount: 1 }));
    mockNetworkError('post', `/api/message/send/${meena._id}`);
    act(() => fakeSocket.listeners?.onConnect('s2'));

    await within(conversation()).findByText('தவறியது');
    await waitFor(() => expect(readRequests.at(-1)?.body).toEqual({ upTo: missed._id }));
    expect(useUnreadStore.getState().unreadTotal).toBe(0);
    expect(screen.getByText(`${meena.fullName}: தவறியது`)).toBeInTheDocument();
  });
});

describe('typing', () => {
  it('by the partner: is shown in the header and the list and announced, until a message arrives', async () => {
    await openChat([messageFrom(meena._id, 'முதல்', at(0))]);
    await connectSocket();
    const announcement = `${meena.fullName} is typing…`;

    act(() => fakeSocket.listeners?.typing({ fromUserId: meena._id }));
    expect(within(header()).getByText('typing…')).toBeVisible();
    expect(screen.getByRole('link', { name: /மீனாட்சி.*typing…/ })).toBeInTheDocument();
    const liveText = within(header()).getByText(announcement);
    expect(liveText.closest('[role=status]')).not.toBeNull();
    receive(messageFrom(meena._id, 'இதோ', at(1)));
    expect(within(header()).queryByText('typing…')).not.toBeInTheDocument();
    expect(liveText).toBeEmptyDOMElement();
    act(() => fakeSocket.listeners?.typing({ fromUserId: meena._id }));

    // The indicator is shown again, but not announced after each pause.
    expect(within(header()).getByText('typing…')).toBeVisible();
    expect(within(header()).queryByText(announcement)).not.toBeInTheDocument();
  });

  it('by the user: notifies the partner at most once a second', async () => {
    const { user } = await openChat();
    await connectSocket();
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);

    await user.type(composer(), 'வ');
    now.mockReturnValue(TYPING_INTERVAL_MS - 1);
    await user.type(composer(), 'ண');
    expect(fakeSocket.typingTo).toEqual([meena._id]);
    now.mockReturnValue(TYPING_INTERVAL_MS);
    await user.type(composer(), 'க');

    expect(fakeSocket.typingTo).toEqual([meena._id, meena._id]);
  });
});

describe('blocking', () => {
  const openBlockDialog = async (user: Awaited<ReturnType<typeof openChat>>['user'], name: string) => {
    await user.click(within(header()).getByRole('button', { name: 'Conversation options' }));
    await user.click(screen.getByRole('menuitem', { name }));
    return screen.getByRole('dialog', { name: `${name} ${meena.fullName}?` });
  };

  it('confirmed: replaces the composer until unblocked', async () => {
    const { user } = await openChat([messageFrom(meena._id, 'முதல்', at(0))]);
    const blockRequests = mockResponse('put', `/api/message/${meena._id}/block`, { isBlocked: true });
    const unblockRequests = mockResponse('delete', `/api/message/${meena._id}/block`, { isBlocked: false });
    let dialog = await openBlockDialog(user, 'Block');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(blockRequests).toHaveLength(0);

    dialog = await openBlockDialog(user, 'Block');
    await user.click(within(dialog).getByRole('button', { name: 'Block' }));
    expect(await screen.findByText(`You blocked ${meena.fullName}.`)).toBeVisible();
    expect(screen.queryByLabelText('Message')).not.toBeInTheDocument();
    expect(within(conversation()).queryByRole('button', { name: 'Reply' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Unblock' }));
    dialog = screen.getByRole('dialog', { name: `Unblock ${meena.fullName}?` });
    await user.click(within(dialog).getByRole('button', { name: 'Unblock' }));
    // The Unblock button was removed, so the focus moves into the conversation.
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 2, name: meena.fullName })).toHaveFocus(),
    );

    expect(await screen.findByLabelText('Message')).toBeVisible();
    expect([blockRequests.length, unblockRequests.length]).toEqual([1, 1]);
  });

  it('removed while the partner blocks the user too: moves the focus to the name', async () => {
    const { user } = await openChat([], { isBlocked: true, canMessage: false });
    mockResponse('delete', `/api/message/${meena._id}/block`, { isBlocked: false });
    await user.click(await screen.findByRole('button', { name: 'Unblock' }));
    const dialog = screen.getByRole('dialog', { name: `Unblock ${meena.fullName}?` });

    mockResponse('get', `/api/message/${meena._id}`, buildPage([], { canMessage: false }));
    await user.click(within(dialog).getByRole('button', { name: 'Unblock' }));

    expect(await screen.findByText("You can't send messages to this person.")).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 2, name: meena.fullName })).toHaveFocus(),
    );
  });

  it('before the conversation is opened: shows no composer, even while the messages are loaded', async () => {
    mockChat();
    mockResponse('get', '/api/message/get-all-users', [{ ...meena, isBlocked: true }, zoya]);
    const { pending, release } = createPendingResponse();
    onTestFinished(release);
    mockResponse('get', `/api/message/${meena._id}`, () => pending.then(() => buildPage([])));
    const user = renderApp('/chat');

    await user.click(await screen.findByRole('link', { name: new RegExp(`^${meena.fullName}`) }));

    expect(await screen.findByText(`You blocked ${meena.fullName}.`)).toBeVisible();
    expect(screen.queryByLabelText('Message')).not.toBeInTheDocument();
    await user.click(within(header()).getByRole('button', { name: 'Conversation options' }));
    expect(screen.getByRole('menuitem', { name: 'Unblock' })).toBeVisible();
  });

  it('in another tab while the dialog asks for it: blocks again when confirmed, instead of unblocking', async () => {
    const { user } = await openChat();
    await connectSocket();
    const blockRequests = mockResponse('put', `/api/message/${meena._id}/block`, { isBlocked: true });
    const dialog = await openBlockDialog(user, 'Block');

    act(() => fakeSocket.listeners?.blockChanged({ userId: meena._id, isBlocked: true }));
    await user.click(within(dialog).getByRole('button', { name: 'Block' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(blockRequests).toHaveLength(1);
    expect(screen.getByText(`You blocked ${meena.fullName}.`)).toBeVisible();
  });

  it('by the partner: replaces the composer without a toast until unblocked, and keeps the draft', async () => {
    const { user } = await openChat([messageFrom(meena._id, 'முதல்', at(0))]);
    await connectSocket();
    await user.type(composer(), 'वहीं हूँ');

    act(() => fakeSocket.listeners?.canMessageChanged({ userId: meena._id, canMessage: false }));
    expect(screen.getByText("You can't send messages to this person.")).toBeVisible();
    expect(screen.queryByLabelText('Message')).not.toBeInTheDocument();
    expect(within(conversation()).queryByRole('button', { name: 'Reply' })).not.toBeInTheDocument();
    // The composer had the focus, so the focus moves to the heading.
    expect(screen.getByRole('heading', { level: 2, name: meena.fullName })).toHaveFocus();
    act(() => fakeSocket.listeners?.canMessageChanged({ userId: zoya._id, canMessage: true }));
    expect(screen.queryByLabelText('Message')).not.toBeInTheDocument();
    act(() => fakeSocket.listeners?.canMessageChanged({ userId: meena._id, canMessage: true }));

    expect(composer()).toHaveValue('वहीं हूँ');
    expect(screen.queryByText("You can't send messages to this person.")).not.toBeInTheDocument();
  });

  it('by the partner: a dropped picture is not attached, and does not replace the page', async () => {
    const { user } = await openChat([messageFrom(meena._id, 'முதல்', at(0))]);
    await connectSocket();
    act(() => fakeSocket.listeners?.canMessageChanged({ userId: meena._id, canMessage: false }));
    const picture = new File(['x'], 'ghat.png', { type: 'image/png' });

    fireEvent.dragOver(conversation(), { dataTransfer: { types: ['Files'], files: [] } });
    expect(screen.queryByText('Drop the picture here')).not.toBeInTheDocument();
    const isDefault = fireEvent.drop(conversation(), {
      dataTransfer: { types: ['Files'], files: [picture] },
    });

    expect(isDefault).toBe(false);
    act(() => fakeSocket.listeners?.canMessageChanged({ userId: meena._id, canMessage: true }));
    await user.type(composer(), 'वहीं हूँ');
    expect(screen.queryByRole('img', { name: 'Picture to send' })).not.toBeInTheDocument();
  });

  it('by the partner, before the conversation is opened: shows no composer', async () => {
    await openChat([messageFrom(meena._id, 'முதல்', at(0))], { canMessage: false });

    expect(await screen.findByText("You can't send messages to this person.")).toBeVisible();
    expect(screen.queryByLabelText('Message')).not.toBeInTheDocument();
    expect(screen.queryByText(`You blocked ${meena.fullName}.`)).not.toBeInTheDocument();
  });

  it('failed: changes nothing and shows an error', async () => {
    const { user } = await openChat();
    mockError('put', `/api/message/${meena._id}/block`, 500, '');
    const dialog = await openBlockDialog(user, 'Block');

    await user.click(within(dialog).getByRole('button', { name: 'Block' }));

    expect(await screen.findByText("That didn't work. Please try again.")).toBeInTheDocument();
    expect(composer()).toBeVisible();
  });

  it('by the partner, when a message is sent: shows the server’s message and puts the text back into the composer', async () => {
    const { user } = await openChat();
    mockError(
      'post',
      `/api/message/send/${meena._id}`,
      403,
      "You can't send messages to this person.",
      'cannot_message',
    );

    await user.type(composer(), 'கேளுங்கள்{Enter}');

    expect(await screen.findByText("You can't send messages to this person.")).toBeInTheDocument();
    expect(composer()).toHaveValue('கேளுங்கள்');
  });
});

describe('the contact list', () => {
  it('with unread and deleted messages: shows unread counts and a placeholder for the deleted message, latest first', async () => {
    signIn(me);
    mockResponse('get', '/api/message/unread', { total: 130, byUser: { [meena._id]: 130 } });
    mockResponse('get', '/api/message/get-all-users', [
      { ...meena, unreadCount: 130, lastMessage: messageFrom(meena._id, 'வா', at(1)) },
      { ...zoya, lastMessage: { ...messageFrom(me._id, '', at(0)), deletedAt: at(1) } },
    ]);
    mockResponse('post', `/api/message/${zoya._id}/delivered`, { unreadCount: 1 });
    mockResponse('post', `/api/message/${meena._id}/delivered`, { unreadCount: 130 });
    renderApp('/chat');

    expect(await screen.findByRole('link', { name: /மீனாட்சி.*130 unread messages/ })).toHaveTextContent('99+');
    expect(screen.getByText('This message was deleted')).toBeVisible();
    await connectSocket();
    receive({ ...messageFrom(zoya._id, 'Here!', at(5)), receiverId: me._id });

    const rows = () => within(screen.getByRole('list', { name: 'People' })).getAllByRole('link');
    expect(rows()[0]).toHaveAccessibleName(/Zoya.*Here!.*1 unread message$/);
  });

  it('before all unread counts are loaded: an update for one contact leaves the others unchanged', async () => {
    signIn(me);
    const list = [
      { ...meena, unreadCount: 3, lastMessage: messageFrom(meena._id, 'வா', at(1)) },
      { ...zoya, unreadCount: 2 },
    ];
    mockResponse('get', '/api/message/get-all-users', list);
    const delivered = mockResponse('post', `/api/message/${meena._id}/delivered`, { unreadCount: 3 });
    renderApp('/chat');

    await waitFor(() => expect(delivered).toHaveLength(1));
    await waitFor(() => expect(useUnreadStore.getState().byUser).toEqual({ [meena._id]: 3 }));

    expect(screen.getByRole('link', { name: /Zoya.*2 unread messages/ })).toBeInTheDocument();
  });
});
