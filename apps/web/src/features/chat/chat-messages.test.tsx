import type { Conversation, Message } from '@safarnama/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { buildId, buildMessage } from '../../testing/factories.ts';
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
import { mockError, mockNetworkError, mockResponse } from '../../testing/server.ts';

/** Message actions, send states and message text. */

const rowOf = (text: string) => {
  const row = within(conversation()).getByText(text).closest('article');
  if (!row) throw new Error('The message is not in an article');
  return row;
};
const buildOwnMessage = (text: string, overrides: Partial<Message> = {}) =>
  messageFrom(me._id, text, new Date().toISOString(), overrides);

async function openMenu(user: UserEvent, text: string) {
  await user.click(within(rowOf(text)).getByRole('button', { name: 'Message actions' }));
  return screen.getByRole('menu', { name: 'Message actions' });
}
const choose = async (user: UserEvent, text: string, name: string) =>
  user.click(within(await openMenu(user, text)).getByRole('menuitem', { name }));

describe('reactions', () => {
  it('from the menu: is shown as pressed with its author, and removed by another click', async () => {
    const message = messageFrom(meena._id, 'கங்கை');
    const withHeart = { ...message, reactions: [{ userId: me._id, emoji: '❤️' as const }] };
    const { user } = await openChat([message]);
    const put = mockResponse('put', `/api/message/${message._id}/reaction`, { message: withHeart });

    await user.click(within(rowOf('கங்கை')).getByRole('button', { name: 'React' }));
    expect(screen.getByRole('menuitemradio', { name: 'Thumbs up' })).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    const heart = screen.getByRole('menuitemradio', { name: 'Heart' });
    expect(heart).toHaveFocus();
    expect(heart).not.toBeChecked();
    await user.click(heart);

    const chip = await screen.findByRole('button', { name: 'Heart: You' });
    expect(chip).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(put[0]?.body).toEqual({ emoji: '❤️' }));
    const removed = mockResponse('delete', `/api/message/${message._id}/reaction`, { message });
    await user.click(chip);
    await waitFor(() => expect(removed).toHaveLength(1));
    expect(screen.queryByRole('button', { name: /^Heart/ })).not.toBeInTheDocument();
    expect(rowOf('கங்கை')).toHaveFocus();
  });

  it('by both users: shows one chip with the count and names; by the partner alone: is not pressed', async () => {
    await openChat([
      messageFrom(meena._id, 'a', undefined, {
        reactions: [
          { userId: meena._id, emoji: '🙏' },
          { userId: me._id, emoji: '🙏' },
          { userId: meena._id, emoji: '😂' },
        ],
      }),
    ]);

    const both = screen.getByRole('button', { name: `Folded hands: ${meena.fullName} and You` });
    expect(both).toHaveTextContent('🙏2');
    expect(screen.getByRole('button', { name: `Laughing: ${meena.fullName}` })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
  });

  it('rejected: removes the reaction and shows the server’s message', async () => {
    const message = messageFrom(meena._id, 'கங்கை');
    const { user } = await openChat([message]);
    mockError(
      'put',
      `/api/message/${message._id}/reaction`,
      403,
      "You can't send messages to this person.",
      'cannot_message',
    );

    await openMenu(user, 'கங்கை');
    await user.click(screen.getByRole('menuitemradio', { name: 'Sad' }));

    expect(await screen.findByText("You can't send messages to this person.")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Sad/ })).not.toBeInTheDocument());
  });
});

describe('the menu of a message', () => {
  it('an on-screen keyboard that closes: leaves it open; a narrower window: closes it and restores the focus', async () => {
    const { user } = await openChat([messageFrom(meena._id, 'கங்கை')]);
    await openMenu(user, 'கங்கை');
    vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(1_000);

    act(() => void window.dispatchEvent(new Event('resize')));
    expect(screen.getByRole('menu')).toBeVisible();
    vi.spyOn(window, 'innerWidth', 'get').mockReturnValue(500);
    act(() => void window.dispatchEvent(new Event('resize')));

    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(within(rowOf('கங்கை')).getByRole('button', { name: 'Message actions' })).toHaveFocus();
  });

  it('by keyboard: opens from the message, cycles with arrow keys and restores the focus on Escape', async () => {
    const { user } = await openChat([messageFrom(meena._id, 'முதல்'), messageFrom(meena._id, 'இரண்டு')]);
    act(() => conversation().focus());

    await user.tab();
    await waitFor(() => expect(rowOf('இரண்டு')).toHaveFocus());
    await user.keyboard('{ArrowUp}');
    await waitFor(() => expect(rowOf('முதல்')).toHaveFocus());
    await user.keyboard('{Enter}');
    const menu = screen.getByRole('menu', { name: 'Message actions' });
    expect(within(menu).getByRole('menuitem', { name: 'Reply' })).toHaveFocus();
    await user.keyboard('{End}');
    expect(within(menu).getByRole('menuitem', { name: 'Delete for me' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(within(menu).getByRole('menuitemradio', { name: 'Thumbs up' })).toHaveFocus();
    await user.keyboard('{Escape}');

    expect(menu).not.toBeInTheDocument();
    expect(rowOf('முதல்')).toHaveFocus();
  });

  it('when a block removes its focused item: focuses another one, and the message when it closes', async () => {
    const { user } = await openChat([messageFrom(meena._id, 'முதல்')]);
    await connectSocket();
    await user.click(within(rowOf('முதல்')).getByRole('button', { name: 'React' }));
    expect(screen.getByRole('menuitemradio', { name: 'Thumbs up' })).toHaveFocus();

    act(() => fakeSocket.listeners?.canMessageChanged({ userId: meena._id, canMessage: false }));
    expect(screen.getByRole('menuitem', { name: 'Copy text' })).toHaveFocus();
    await user.keyboard('{Escape}');

    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    await waitFor(() => expect(rowOf('முதல்')).toHaveFocus());
  });

  it('the Tab key: focuses one message, then the links in it', async () => {
    const { user } = await openChat([
      messageFrom(meena._id, 'https://example.org/one'),
      messageFrom(meena._id, 'https://example.org/two'),
    ]);
    expect(screen.getByRole('link', { name: 'https://example.org/one' })).toHaveAttribute('tabindex', '-1');
    act(() => conversation().focus());

    await user.tab();
    await waitFor(() => expect(rowOf('https://example.org/two')).toHaveFocus());
    await user.tab();

    expect(screen.getByRole('link', { name: 'https://example.org/two' })).toHaveFocus();
  });

  it('a click outside: closes the menu', async () => {
    const { user } = await openChat([messageFrom(meena._id, 'முதல்')]);
    const menu = await openMenu(user, 'முதல்');

    await user.click(composer());

    expect(menu).not.toBeInTheDocument();
  });

  it('another click on its button: closes the menu, and the next one opens it', async () => {
    const { user } = await openChat([messageFrom(meena._id, 'முதல்')]);
    await openMenu(user, 'முதல்');
    const button = within(rowOf('முதல்')).getByRole('button', { name: 'Message actions' });

    await user.click(button);

    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(button).toHaveFocus();
    await user.click(button);
    expect(screen.getByRole('menu', { name: 'Message actions' })).toBeVisible();
  });

  it('a press on its button that ends elsewhere: keeps the menu with the focus, so that Escape closes it', async () => {
    const { user } = await openChat([messageFrom(meena._id, 'முதல்')]);
    const menu = await openMenu(user, 'முதல்');
    const button = within(rowOf('முதல்')).getByRole('button', { name: 'Message actions' });

    await user.pointer([{ keys: '[MouseLeft>]', target: button }, { target: menu }, '[/MouseLeft]']);
    expect(menu).toContainElement(document.activeElement as HTMLElement);
    await user.keyboard('{Escape}');

    expect(menu).not.toBeInTheDocument();
  });

  it('a long press: opens the menu unless the finger moves', async () => {
    await openChat([messageFrom(meena._id, 'முதல்')]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const bubble = within(conversation()).getByText('முதல்');
    const touch = { pointerType: 'touch', clientX: 10, clientY: 10 };
    fireEvent.pointerDown(bubble, touch);
    fireEvent.pointerMove(bubble, { ...touch, clientY: 60 });
    act(() => vi.advanceTimersByTime(1_000));
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();

    fireEvent.pointerDown(bubble, touch);
    act(() => vi.advanceTimersByTime(1_000));
    expect(screen.getByRole('menu', { name: 'Message actions' })).toBeInTheDocument();
  });

  it('a long press, released over an item of the menu: only opens the menu', async () => {
    await openChat([messageFrom(meena._id, 'முதல்')]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const touch = { pointerType: 'touch', clientX: 10, clientY: 10 };
    fireEvent.pointerDown(within(conversation()).getByText('முதல்'), touch);
    act(() => vi.advanceTimersByTime(1_000));
    const menu = screen.getByRole('menu', { name: 'Message actions' });
    const reply = within(menu).getByRole('menuitem', { name: 'Reply' });

    fireEvent.pointerUp(reply, touch);
    fireEvent.click(reply);
    expect(menu).toBeInTheDocument();

    fireEvent.pointerDown(reply, touch);
    fireEvent.pointerUp(reply, touch);
    fireEvent.click(reply);
    expect(menu).not.toBeInTheDocument();
  });

  it('a long press without a click at its end: does not suppress a key in the menu', async () => {
    const { user } = await openChat([messageFrom(meena._id, 'முதல்')]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const touch = { pointerType: 'touch', clientX: 10, clientY: 10 };
    const bubble = within(conversation()).getByText('முதல்');
    fireEvent.pointerDown(bubble, touch);
    act(() => vi.advanceTimersByTime(1_000));
    vi.useRealTimers();
    fireEvent.pointerUp(bubble, touch);

    await user.keyboard('{Enter}');

    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });

  it('a long press without a click at its end: suppresses neither a click without a press nor a menu by keyboard', async () => {
    await openChat([messageFrom(meena._id, 'முதல்')]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const touch = { pointerType: 'touch', clientX: 10, clientY: 10 };
    const bubble = within(conversation()).getByText('முதல்');
    fireEvent.pointerDown(bubble, touch);
    act(() => vi.advanceTimersByTime(1_000));
    const menu = screen.getByRole('menu', { name: 'Message actions' });
    expect(fireEvent.contextMenu(bubble)).toBe(false);

    fireEvent.pointerUp(bubble, touch);
    act(() => vi.advanceTimersByTime(300));
    expect(fireEvent.contextMenu(bubble)).toBe(true);
    fireEvent.click(within(menu).getByRole('menuitem', { name: 'Reply' }));

    expect(menu).not.toBeInTheDocument();
  });

  it('Copy text: copies the text to the clipboard', async () => {
    const { user } = await openChat([messageFrom(meena._id, 'நீலகிரி')]);

    await choose(user, 'நீலகிரி', 'Copy text');

    expect(await screen.findByText('Copied')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('நீலகிரி');
  });
});

describe('deleting', () => {
  it('for both: asks for confirmation, then leaves a note', async () => {
    const message = buildOwnMessage('गलत');
    const { user } = await openChat([message]);
    const deleted = { ...message, text: '', deletedAt: new Date().toISOString() };
    const requests = mockResponse('delete', `/api/message/${message._id}`, {
      _id: message._id,
      message: deleted,
    });

    await choose(user, 'गलत', 'Delete for both');
    const dialog = screen.getByRole('dialog', { name: 'Delete this message?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete for both' }));

    expect(await within(conversation()).findByText('This message was deleted')).toBeVisible();
    expect(within(conversation()).queryByText('गलत')).not.toBeInTheDocument();
    expect(requests[0]?.url.searchParams.get('for')).toBe('both');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('for me: removes the row and focuses its neighbour; cancelling changes nothing', async () => {
    const [first, second] = [messageFrom(meena._id, 'முதல்'), messageFrom(meena._id, 'இரண்டு')];
    const { user } = await openChat([first, second]);
    await choose(user, 'முதல்', 'Delete for me');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(rowOf('முதல்')).toBeVisible();

    const requests = mockResponse('delete', `/api/message/${first._id}`, { _id: first._id });
    await choose(user, 'முதல்', 'Delete for me');
    await user.click(screen.getByRole('button', { name: 'Delete for me' }));

    await waitFor(() => expect(rowOf('இரண்டு')).toHaveFocus());
    expect(within(conversation()).queryByText('முதல்')).not.toBeInTheDocument();
    expect(requests[0]?.url.searchParams.get('for')).toBe('me');
  });

  it('without a response yet: says so, keeps the focus and can be left at any time', async () => {
    const message = messageFrom(meena._id, 'முதல்');
    const { user } = await openChat([message, messageFrom(meena._id, 'இரண்டு')]);
    const { pending, release } = createPendingResponse();
    mockResponse('delete', `/api/message/${message._id}`, () => pending.then(() => ({ _id: message._id })));
    await choose(user, 'முதல்', 'Delete for me');
    const dialog = screen.getByRole('dialog', { name: 'Delete this message?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete for me' }));

    expect(within(dialog).getByRole('status')).toHaveTextContent('Loading');
    expect(within(dialog).getByRole('button', { name: 'Delete for me' })).toHaveFocus();
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(composer());
    release();

    expect(await screen.findByText('Message deleted')).toBeInTheDocument();
    expect(composer()).toHaveFocus();
  });

  it('for both: is offered only for the viewer’s own messages of the last hour', async () => {
    const old = messageFrom(me._id, 'पुराना', new Date(Date.now() - 61 * 60_000).toISOString());
    const { user } = await openChat([old, messageFrom(meena._id, 'அவளது', new Date().toISOString())]);

    for (const text of ['पुराना', 'அவளது']) {
      const menu = await openMenu(user, text);
      expect(within(menu).getByRole('menuitem', { name: 'Delete for me' })).toBeVisible();
      expect(within(menu).queryByRole('menuitem', { name: 'Delete for both' })).not.toBeInTheDocument();
      await user.keyboard('{Escape}');
    }
  });

  it.each([
    ['fast', 2, 59, true],
    ['slow', -2, 61, false],
  ])(
    'for both, on a device whose clock is two hours %s: is offered by the server’s clock',
    async (_case, hours, minutesAgo, isOffered) => {
      const serverNow = Date.now() - hours * 3_600_000;
      const sentAt = new Date(serverNow - minutesAgo * 60_000).toISOString();
      const message = messageFrom(me._id, 'गलत', sentAt);
      mockChat();
      mockResponse('get', `/api/message/${meena._id}`, buildPage([message]), {
        headers: { Date: new Date(serverNow).toUTCString() },
      });
      const user = renderApp(`/chat/${meena._id}`);
      await screen.findByRole('log');

      const menu = await openMenu(user, 'गलत');

      expect(within(menu).queryAllByRole('menuitem', { name: 'Delete for both' })).toHaveLength(
        isOffered ? 1 : 0,
      );
    },
  );

  it('rejected: keeps the message and shows the server’s message', async () => {
    const message = buildOwnMessage('गलत');
    const { user } = await openChat([message]);
    mockError('delete', `/api/message/${message._id}`, 403, 'Too late', 'too_late');

    await choose(user, 'गलत', 'Delete for both');
    await user.click(screen.getByRole('button', { name: 'Delete for both' }));

    expect(await screen.findByText('Too late')).toBeInTheDocument();
    expect(rowOf('गलत')).toBeVisible();
  });
});

describe('a reply', () => {
  it('in the composer: shows the quote, is sent with its id and is cancelled by Escape', async () => {
    const question = messageFrom(meena._id, 'எந்தப் படித்துறை?');
    const { user } = await openChat([question]);
    await choose(user, 'எந்தப் படித்துறை?', 'Reply');
    const form = composer().closest('form');
    if (!form) throw new Error('The composer is not in a form');
    expect(composer()).toHaveFocus();
    expect(form).toHaveTextContent(`In reply to ${meena.fullName}எந்தப் படித்துறை?`);

    await user.keyboard('{Escape}');
    expect(form).not.toHaveTextContent('எந்தப்');
    await user.click(within(rowOf('எந்தப் படித்துறை?')).getByRole('button', { name: 'Reply' }));
    const changed = { message: { ...question, reactions: [], text: 'எங்கே?' }, changeNumber: 1 };
    act(() => fakeSocket.listeners?.messageChanged(changed));
    expect(form).toHaveTextContent(`In reply to ${meena.fullName}எங்கே?`);
    const sent = mockResponse(
      'post',
      `/api/message/send/${meena._id}`,
      ({ body }) => {
        const { clientMessageId } = body as { clientMessageId: string };
        return { ...buildOwnMessage('अस्सी'), clientMessageId } as Message;
      },
      { status: 201 },
    );
    await user.type(composer(), 'अस्सी{Enter}');

    await waitFor(() => expect(sent[0]?.body).toMatchObject({ text: 'अस्सी', replyTo: question._id }));
    expect(form).not.toHaveTextContent('எந்தப்');
  });

  it('with a picture: keeps the picture from the device until the stored one has been decoded', async () => {
    const decoding = createPendingResponse();
    const decode = vi.spyOn(HTMLImageElement.prototype, 'decode').mockReturnValue(decoding.pending);
    onTestFinished(() => decode.mockRestore());
    const { user } = await openChat();
    const sent = mockResponse('post', `/api/message/send/${meena._id}`, ({ body }) => {
      const { clientMessageId } = body as { clientMessageId: string };
      return buildOwnMessage('घाट', { clientMessageId, image: '/media/ghat' });
    });
    const shown = () => within(rowOf('घाट')).getByRole('img', { name: 'Picture sent by you' });
    await user.upload(
      screen.getByLabelText('Attach a picture'),
      new File(['a'], 'a.png', { type: 'image/png' }),
    );
    await screen.findByRole('button', { name: 'Remove picture' });

    await user.type(composer(), 'घाट{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    await within(rowOf('घाट')).findByText('Sent');
    expect(shown()).toHaveAttribute('src', expect.stringMatching(/^data:/));

    decoding.release();
    await waitFor(() => expect(shown()).toHaveAttribute('src', '/media/ghat?w=960'));
  });

  it('to a picture: shows a small copy of it in the composer and above the reply', async () => {
    const picture = messageFrom(meena._id, '', undefined, { image: '/media/ghat' });
    const quote = { _id: picture._id, senderId: meena._id, text: '', hasImage: true, image: '/media/ghat' };
    const reply = buildOwnMessage('कहाँ है?', { replyTo: { ...quote, isDeleted: false } });
    const { user } = await openChat([picture, reply]);
    const copyIn = (element: Element | null) =>
      element?.querySelector('img[alt=""][src="/media/ghat?w=320"]');

    const quoteButton = within(rowOf('कहाँ है?')).getByRole('button', { name: /In reply to/ });
    expect(copyIn(quoteButton)).toBeInTheDocument();
    expect(quoteButton).toHaveTextContent('Picture');
    const [row] = within(conversation()).getAllByRole('article');
    await user.click(within(row ?? document.body).getByRole('button', { name: 'Reply' }));
    expect(copyIn(composer().closest('form'))).toBeInTheDocument();
    const deleted = { ...picture, image: '', deletedAt: new Date().toISOString() };
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    act(() => fakeSocket.listeners?.messageChanged({ message: deleted, changeNumber: 1 }));

    expect(copyIn(document.body)).toBeFalsy();
  });

  it('a click on its quote: jumps to the message, even on an older page; reports a deleted message', async () => {
    const old = messageFrom(meena._id, 'பழைய', '2026-02-01T10:00:00.000Z');
    const quote = { _id: old._id, senderId: meena._id, text: 'பழைய', hasImage: false, isDeleted: false };
    const reply = messageFrom(me._id, 'हाँ', undefined, { replyTo: quote });
    const missing = messageFrom(me._id, 'नहीं', undefined, {
      replyTo: { ...quote, _id: me._id, text: '', isDeleted: true },
    });
    const { user } = await openChat([reply, missing], { nextCursor: reply._id });
    mockResponse('get', `/api/message/${meena._id}`, buildPage([old]));

    expect(rowOf('नहीं')).toHaveTextContent('This message was deleted');
    await user.click(within(rowOf('हाँ')).getByRole('button', { name: /In reply to/ }));
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-message', old._id));

    await user.click(within(rowOf('नहीं')).getByRole('button', { name: /In reply to/ }));
    expect(await screen.findByText('That message is no longer available')).toBeInTheDocument();
  });

  it('a click on its quote, while older pages are loaded: shows and announces the search', async () => {
    const old = messageFrom(meena._id, 'பழைய', '2026-02-01T10:00:00.000Z');
    const quote = { _id: old._id, senderId: meena._id, text: 'பழைய', hasImage: false, isDeleted: false };
    const reply = messageFrom(me._id, 'हाँ', undefined, { replyTo: quote });
    const { user } = await openChat([reply], { nextCursor: reply._id });
    const { pending, release } = createPendingResponse();
    mockResponse('get', `/api/message/${meena._id}`, () => pending.then(() => buildPage([old])));

    await user.click(within(rowOf('हाँ')).getByRole('button', { name: /In reply to/ }));

    const search = await screen.findByText('Looking for the message…');
    expect(search).toBeVisible();
    expect(search.closest('[aria-live="polite"]')).not.toBeNull();
    release();
    await waitFor(() => expect(search).not.toBeInTheDocument());
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-message', old._id));
  });

  it('a click on its quote, then writing before the response: leaves the focus in the composer', async () => {
    const old = messageFrom(meena._id, 'பழைய', '2026-02-01T10:00:00.000Z');
    const quote = { _id: old._id, senderId: meena._id, text: 'பழைய', hasImage: false, isDeleted: false };
    const reply = messageFrom(me._id, 'हाँ', undefined, { replyTo: quote });
    const { user } = await openChat([reply], { nextCursor: reply._id });
    const { pending, release } = createPendingResponse();
    mockResponse('get', `/api/message/${meena._id}`, () => pending.then(() => buildPage([old])));
    await user.click(within(rowOf('हाँ')).getByRole('button', { name: /In reply to/ }));
    await user.type(composer(), 'अच्छा');

    release();

    await waitFor(() => expect(useChatStore.getState().messages).toHaveLength(2));
    // Time for a jump to focus the row.
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(composer()).toHaveFocus();
  });

  it('a click on its quote, without a response: reports the failure', async () => {
    const old = messageFrom(meena._id, 'பழைய', '2026-02-01T10:00:00.000Z');
    const quote = { _id: old._id, senderId: meena._id, text: 'பழைய', hasImage: false, isDeleted: false };
    const reply = messageFrom(me._id, 'हाँ', undefined, { replyTo: quote });
    const { user } = await openChat([reply], { nextCursor: reply._id });
    mockNetworkError('get', `/api/message/${meena._id}`);

    await user.click(within(rowOf('हाँ')).getByRole('button', { name: /In reply to/ }));

    expect(await screen.findByText("Can't fetch messages")).toBeInTheDocument();
    expect(screen.queryByText('That message is no longer available')).not.toBeInTheDocument();
  });

  it('a click on its quote, then opening another conversation before the response: does not continue the search there', async () => {
    const quote = { _id: buildId(), senderId: meena._id, text: 'பழைய', hasImage: false, isDeleted: false };
    const reply = messageFrom(me._id, 'हाँ', undefined, { replyTo: quote });
    const { user } = await openChat([reply], { nextCursor: reply._id });
    let respond: (page: Conversation) => void = () => undefined;
    const pending = new Promise<Conversation>((resolve) => {
      respond = resolve;
    });
    const older = mockResponse('get', `/api/message/${meena._id}`, () => pending);
    const fromZoya = { senderId: zoya._id, receiverId: me._id };
    const previous = buildMessage({ ...fromZoya, text: 'two' });
    const newest = buildMessage({ ...fromZoya, text: 'three' });
    const requests = mockResponse('get', `/api/message/${zoya._id}`, ({ url }) =>
      url.searchParams.has('before')
        ? buildPage([previous])
        : buildPage([newest], { nextCursor: newest._id }),
    );
    await user.click(within(rowOf('हाँ')).getByRole('button', { name: /In reply to/ }));
    await waitFor(() => expect(older).toHaveLength(1));
    await user.click(screen.getByRole('link', { name: /^Zoya/ }));
    const list = await screen.findByRole('region', { name: 'Conversation with Zoya' });
    await within(list).findByText('three');

    respond(buildPage([messageFrom(meena._id, 'முன்')]));
    await user.click(within(list).getByRole('button', { name: 'Show older messages' }));

    await within(list).findByText('two');
    expect(requests.map(({ url }) => url.searchParams.get('before'))).toEqual([null, newest._id]);
    expect(screen.queryByText('That message is no longer available')).not.toBeInTheDocument();
  });
});

describe('a message of the viewer', () => {
  const findState = (text: string) => within(rowOf(text)).queryAllByText(/^(Sent|Delivered|Read|Sending)$/);

  it('with receipts: shows Sent, Delivered and Read, updated by socket events', async () => {
    const [first, second, third] = ['एक', 'दो', 'तीन'].map((text, index) =>
      messageFrom(me._id, text, `2026-03-01T1${index}:00:00.000Z`),
    );
    if (!first || !second || !third) throw new Error('Expected three messages');
    await openChat([first, second, third], { deliveredUpTo: second._id, readUpTo: first._id });
    await connectSocket();
    const states = () => ['एक', 'दो', 'तीन'].map((text) => findState(text)[0]?.textContent);
    expect(states()).toEqual(['Read', 'Delivered', 'Sent']);
    expect(within(rowOf('एक')).getByTitle('Read')).toBeVisible();

    act(() => fakeSocket.listeners?.messagesRead({ byUserId: meena._id, ofUserId: me._id, upTo: third._id }));

    expect(states()).toEqual(['Read', 'Read', 'Read']);
  });

  it('without a response: stays in the list with Retry and Discard', async () => {
    const { user } = await openChat([messageFrom(meena._id, 'முதல்')]);
    // Part of the delay before the message is sent again by itself: 30 s, so that the click below comes first.
    vi.spyOn(Math, 'random').mockReturnValue(60);
    mockNetworkError('post', `/api/message/send/${meena._id}`);
    await user.type(composer(), 'வழியில்{Enter}');

    expect(await within(conversation()).findByText("Will send when you're back online.")).toBeVisible();
    expect(composer()).toHaveValue('');
    expect(
      within(rowOf('வழியில்')).queryByRole('button', { name: 'Message actions' }),
    ).not.toBeInTheDocument();
    const sent = mockResponse(
      'post',
      `/api/message/send/${meena._id}`,
      ({ body }) =>
        ({ ...buildOwnMessage('வழியில்'), ...(body as { clientMessageId: string }), image: '' }) as Message,
      { status: 201 },
    );
    await user.click(within(rowOf('வழியில்')).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(rowOf('வழியில்')).toHaveFocus();
    await waitFor(() => expect(findState('வழியில்')[0]).toHaveTextContent('Sent'));
    expect(within(conversation()).getAllByText('வழியில்')).toHaveLength(1);
  });

  it('sent while the conversation fails to load: is shown with a retry for the conversation', async () => {
    mockChat();
    mockError('get', `/api/message/${meena._id}`, 503, '');
    mockNetworkError('post', `/api/message/send/${meena._id}`);
    const user = renderApp(`/chat/${meena._id}`);
    await screen.findByRole('alert');
    await user.type(composer(), 'வழியில்{Enter}');
    await waitFor(() => expect(rowOf('வழியில்')).toBeVisible());
    expect(within(conversation()).getByText("Can't fetch messages")).toBeVisible();

    mockResponse('get', `/api/message/${meena._id}`, buildPage([messageFrom(meena._id, 'முன்')]));
    await user.click(within(conversation()).getByRole('button', { name: 'Try again' }));

    expect(await within(conversation()).findByText('முன்')).toBeInTheDocument();
    expect(within(conversation()).queryByText("Can't fetch messages")).not.toBeInTheDocument();
  });

  it('discarded: is removed and not retried, and the focus moves to the message before it', async () => {
    const { user } = await openChat([messageFrom(meena._id, 'முதல்')]);
    mockNetworkError('post', `/api/message/send/${meena._id}`);
    await user.type(composer(), 'வழியில்{Enter}');

    await user.click(await within(conversation()).findByRole('button', { name: 'Discard' }));

    await waitFor(() => expect(within(conversation()).queryByText('வழியில்')).not.toBeInTheDocument());
    expect(useChatStore.getState().outgoing).toEqual([]);
    expect(rowOf('முதல்')).toHaveFocus();
  });
});

describe('a focused message', () => {
  const texts = ['முதல்', 'இரண்டு', 'மூன்று'] as const;
  const [first, second, third] = texts;

  async function openAndFocus(text: string) {
    const messages = texts.map((content, minute) =>
      messageFrom(meena._id, content, `2026-03-01T10:0${minute}:00.000Z`),
    );
    const { user } = await openChat(messages);
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    act(() => rowOf(text).focus());
    const idOf = (content: string) => messages.find((message) => message.text === content)?._id ?? '';
    let changeNumber = 0;
    return {
      user,
      removeOnOtherDevice(content: string) {
        changeNumber += 1;
        const removal = { messageId: idOf(content), withUserId: meena._id, changeNumber };
        act(() => fakeSocket.listeners?.messageRemoved(removal));
      },
      deleteForBoth(content: string) {
        changeNumber += 1;
        const message = messages.find((sent) => sent.text === content) as Message;
        const tombstone = { ...message, text: '', deletedAt: '2026-03-01T10:05:00.000Z' };
        act(() => fakeSocket.listeners?.messageChanged({ message: tombstone, changeNumber }));
      },
    };
  }

  it('deleted on another device: passes the focus on to the next message, after the last one to the one before', async () => {
    const { removeOnOtherDevice } = await openAndFocus(second);

    removeOnOtherDevice(second);
    await waitFor(() => expect(rowOf(third)).toHaveFocus());
    removeOnOtherDevice(third);
    await waitFor(() => expect(rowOf(first)).toHaveFocus());
    removeOnOtherDevice(first);

    expect(conversation()).toHaveFocus();
  });

  it('deleted on another device while the user is elsewhere: moves no focus, and makes its neighbour the tab stop', async () => {
    const { removeOnOtherDevice } = await openAndFocus(first);
    act(() => composer().focus());

    removeOnOtherDevice(first);

    expect(composer()).toHaveFocus();
    expect(rowOf(second)).toHaveAttribute('tabindex', '0');
    expect(rowOf(third)).toHaveAttribute('tabindex', '-1');
  });

  it('deleted on another device while its menu is open: closes the menu and passes the focus on', async () => {
    const { user, removeOnOtherDevice } = await openAndFocus(first);
    await user.keyboard('{Enter}');
    await screen.findByRole('menu', { name: 'Message actions' });

    removeOnOtherDevice(first);

    await waitFor(() => expect(rowOf(second)).toHaveFocus());
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });

  it('deleted by the partner for both while its menu is open: closes the menu, which would still copy the text', async () => {
    const { user, deleteForBoth } = await openAndFocus(first);
    await user.keyboard('{Enter}');
    await screen.findByRole('menuitem', { name: 'Copy text' });

    deleteForBoth(first);

    await waitFor(() => expect(rowOf('This message was deleted')).toHaveFocus());
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('menuitem', { name: 'Delete for me' })).toBeVisible();
  });

  it('whose focused control disappears, because the message was deleted for both: has the focus itself', async () => {
    const { deleteForBoth } = await openAndFocus(first);
    act(() => within(rowOf(first)).getByRole('button', { name: 'Reply' }).focus());

    deleteForBoth(first);

    await waitFor(() => expect(rowOf('This message was deleted')).toHaveFocus());
  });
});

describe('a picture shown in full', () => {
  const openViewer = async (user: UserEvent, name: string) => {
    await user.click(within(conversation()).getByRole('button', { name }));
    return screen.findByRole('dialog', { name: 'Picture' });
  };

  it('deleted by the partner: is closed', async () => {
    const message = messageFrom(meena._id, '', undefined, { image: '/media/a' });
    const { user } = await openChat([message]);
    await connectSocket();
    await openViewer(user, `Picture sent by ${meena.fullName}`);

    const tombstone = { ...message, image: '', deletedAt: '2026-03-01T10:05:00.000Z' };
    act(() => fakeSocket.listeners?.messageChanged({ message: tombstone, changeNumber: 1 }));

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(rowOf('This message was deleted')).toHaveFocus());
  });

  it('before it is sent: stays open when it is stored', async () => {
    const { user } = await openChat();
    await connectSocket();
    const { pending, release } = createPendingResponse();
    mockResponse('post', `/api/message/send/${meena._id}`, async ({ body }) => {
      await pending;
      return buildOwnMessage('घाट', { ...(body as Partial<Message>), image: '/media/a' });
    });
    act(() => {
      const image = 'data:image/png;base64,iVBORw0KGgo=';
      void useChatStore.getState().sendMessage({ receiverId: meena._id, text: '', image });
    });
    await within(conversation()).findByRole('button', { name: 'Picture sent by you' });
    await openViewer(user, 'Picture sent by you');

    release();

    await screen.findByTitle('Sent');
    expect(screen.getByRole('dialog', { name: 'Picture' })).toBeVisible();
  });
});

describe('message text', () => {
  it('URLs: become links without a referrer; script URLs remain text', async () => {
    await openChat([messageFrom(meena._id, 'देखिए https://example.org/घाट। javascript:alert(1)')]);

    const links = within(conversation()).getAllByRole('link');
    expect(links).toHaveLength(1);
    expect(links[0]).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
    expect(links[0]).toHaveAttribute('target', '_blank');
    expect(links[0]).toHaveTextContent('https://example.org/घाट');
  });

  it('markup: is shown as text', async () => {
    await openChat([messageFrom(meena._id, '<img src=x onerror=alert(1)>')]);

    expect(rowOf('<img src=x onerror=alert(1)>').querySelector('img[src=x]')).toBeNull();
  });

  it('deleted by the partner while visible: becomes a note', async () => {
    const message = messageFrom(meena._id, 'ரகசியம்');
    await openChat([message]);
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());

    act(() =>
      fakeSocket.listeners?.messageChanged({
        message: { ...message, text: '', deletedAt: '2026-03-01T10:05:00.000Z' },
        changeNumber: 1,
      }),
    );

    expect(await within(conversation()).findByText('This message was deleted')).toBeVisible();
    receive(messageFrom(meena._id, 'வேறு', '2026-03-01T10:06:00.000Z'));
    await waitFor(() => expect(rowOf('வேறு')).toBeVisible());
  });
});
