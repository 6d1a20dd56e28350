import type { PublicUser } from '@safarnama/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { HttpResponse, type JsonBodyType } from 'msw';
import { describe, expect, it } from 'vitest';
import { useAuthStore } from '../../stores/auth.store.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import { buildAuthor, buildError, buildUser } from '../../testing/factories.ts';
import { createPendingResponse } from '../../testing/pending-response.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, signIn } from '../../testing/server.ts';

const PRIVACY = '/api/auth/privacy';
const BLOCKED = '/api/message/blocked';

function buildBlockedUser(fullName: string): PublicUser {
  return { ...buildAuthor({ fullName }), createdAt: '2026-02-03T04:05:06.000Z' };
}

function openProfile() {
  signIn(buildUser());
  return renderApp('/update-profile');
}

const findSwitch = () => screen.findByRole('switch', { name: 'Appear offline' });

describe('appear offline', () => {
  it('loaded: shows the stored value and a description', async () => {
    signIn(buildUser());
    mockResponse('get', PRIVACY, { appearOffline: true });
    renderApp('/update-profile');

    expect(await findSwitch()).toBeChecked();
    expect(await findSwitch()).toHaveAccessibleDescription(/^Others can't see when you're online/);
  });

  it('switched on: shows the change before the response and stores it on the server', async () => {
    const user = openProfile();
    let sendResponse = () => undefined as unknown;
    const pendingResponse = new Promise((resolve) => {
      sendResponse = () => resolve(undefined);
    });
    const requests = mockResponse('put', PRIVACY, () =>
      pendingResponse.then(() => ({ appearOffline: true })),
    );

    await user.click(await findSwitch());

    expect(await findSwitch()).toBeChecked();
    sendResponse();
    await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ appearOffline: true }]));
    expect(await findSwitch()).toBeChecked();
  });

  it('left and opened again before the response to a change: shows the changed value', async () => {
    const user = openProfile();
    const { pending, release } = createPendingResponse();
    let stored = { appearOffline: false };
    mockResponse('get', PRIVACY, () => stored);
    const requests = mockResponse('put', PRIVACY, async ({ body }) => {
      await pending;
      stored = body as typeof stored;
      return stored;
    });
    await user.click(await findSwitch());
    await waitFor(() => expect(requests).toHaveLength(1));

    cleanup();
    renderApp('/update-profile');
    // The page is shown.
    await screen.findByRole('switch', { name: 'Likes' });
    release();

    await waitFor(async () => expect(await findSwitch()).toBeChecked());
  });

  it('toggled twice while a request is pending: sends one request after the other and ends with the last value', async () => {
    const user = openProfile();
    let sendResponse = () => undefined as unknown;
    const pendingResponse = new Promise((resolve) => {
      sendResponse = () => resolve(undefined);
    });
    const requests = mockResponse('put', PRIVACY, async ({ body }) => {
      await pendingResponse;
      return body as { appearOffline: boolean };
    });
    const appearOffline = await findSwitch();

    await user.click(appearOffline);
    await user.click(appearOffline);
    await waitFor(() => expect(requests).toHaveLength(1));
    sendResponse();

    await waitFor(() =>
      expect(requests.map(({ body }) => body)).toEqual([{ appearOffline: true }, { appearOffline: false }]),
    );
    expect(appearOffline).not.toBeChecked();
  });

  it.each([
    [
      'rejected',
      () => mockError('put', PRIVACY, 503, 'The database is unavailable'),
      'The database is unavailable',
    ],
    [
      'without a response',
      () => mockNetworkError('put', PRIVACY),
      "Couldn't save your choice. Please try again.",
    ],
  ])('%s: reverts the switch and shows the reason', async (_name, mockFailure, message) => {
    const user = openProfile();
    mockFailure();

    await user.click(await findSwitch());

    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(await findSwitch()).not.toBeChecked();
  });

  it('failed to load: shows an error instead of the switch and loads on retry', async () => {
    signIn(buildUser());
    mockNetworkError('get', PRIVACY);
    const user = renderApp('/update-profile');
    expect(await screen.findByText("Couldn't load your privacy settings")).toBeVisible();
    expect(screen.queryByRole('switch', { name: 'Appear offline' })).not.toBeInTheDocument();

    mockResponse('get', PRIVACY, { appearOffline: true });
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await findSwitch()).toBeChecked();
    await user.tab();
    expect(await findSwitch()).toHaveFocus();
  });
});

describe('blocked people', () => {
  it('without blocked users: shows the empty state', async () => {
    openProfile();

    expect(await screen.findByText("You haven't blocked anyone.")).toBeVisible();
  });

  it('unblocking one by one: removes each row and moves the focus to the next row or, at the end, to the heading', async () => {
    const [meera, arun] = [buildBlockedUser('মীরা সেন'), buildBlockedUser('அருண்')];
    const user = openProfile();
    mockResponse('get', BLOCKED, { users: [meera, arun], nextCursor: null });
    const requests = mockResponse('delete', '/api/message/:userId/block', { isBlocked: false });

    await user.click(await screen.findByRole('button', { name: 'Unblock মীরা সেন' }));

    expect(await screen.findByText('You can message মীরা সেন again')).toBeInTheDocument();
    expect(screen.queryByText('মীরা সেন')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Unblock அருண்' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText("You haven't blocked anyone.")).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Blocked people' })).toHaveFocus();
    expect(requests.map(({ url }) => url.pathname)).toEqual([
      `/api/message/${meera._id}/block`,
      `/api/message/${arun._id}/block`,
    ]);
  });

  it('unblocked after the user has moved on to another control: leaves the focus there', async () => {
    const user = openProfile();
    const users = [buildBlockedUser('মীরা সেন'), buildBlockedUser('அருண்')];
    mockResponse('get', BLOCKED, { users, nextCursor: null });
    let respond: (body: { isBlocked: boolean }) => void = () => undefined;
    const response = new Promise<{ isBlocked: boolean }>((resolve) => {
      respond = resolve;
    });
    mockResponse('delete', '/api/message/:userId/block', () => response);
    await user.click(await screen.findByRole('button', { name: 'Unblock মীরা সেন' }));

    const other = await findSwitch();
    other.focus();
    respond({ isBlocked: false });

    await waitFor(() => expect(screen.queryByText('মীরা সেন')).not.toBeInTheDocument());
    expect(other).toHaveFocus();
  });

  describe('unblocked, with a response after another user has signed in', () => {
    /** Unblocks somebody, signs another user in, and then responds. */
    async function unblockAsFormerUser(status: number, body: JsonBodyType) {
      const blocked = buildBlockedUser('अनन्या');
      const contact = { ...blocked, unreadCount: 0, isBlocked: true };
      const user = openProfile();
      mockResponse('get', BLOCKED, { users: [blocked], nextCursor: null });
      const { pending, release } = createPendingResponse();
      const requests = mockResponse('delete', `/api/message/${blocked._id}/block`, async () => {
        await pending;
        return HttpResponse.json(body, { status });
      });
      await user.click(await screen.findByRole('button', { name: 'Unblock अनन्या' }));
      await waitFor(() => expect(requests).toHaveLength(1));
      act(() => useAuthStore.setState({ user: buildUser() }));
      act(() => useChatStore.setState({ users: [contact] }));

      release();
      await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
      return { contact };
    }

    it('does not unblock a contact of that user', async () => {
      const { contact } = await unblockAsFormerUser(200, { isBlocked: false });

      expect(useChatStore.getState().users).toEqual([contact]);
    });

    it('after a failure: shows that user nothing', async () => {
      await unblockAsFormerUser(503, buildError('The database is unavailable'));

      expect(screen.queryByText('The database is unavailable')).not.toBeInTheDocument();
    });
  });

  it('a failed unblock: shows the reason and keeps the row', async () => {
    const user = openProfile();
    mockResponse('get', BLOCKED, { users: [buildBlockedUser('अनन्या')], nextCursor: null });
    mockError('delete', '/api/message/:userId/block', 503, 'The database is unavailable');

    await user.click(await screen.findByRole('button', { name: 'Unblock अनन्या' }));

    expect(await screen.findByText('The database is unavailable')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Unblock अनन्या' })).toBeVisible();
  });

  it('the last page, loaded by keyboard: leaves the focus where the first page ended', async () => {
    const [first, second] = [buildBlockedUser('पहला'), buildBlockedUser('दूसरा 🚂')];
    const user = openProfile();
    mockResponse('get', BLOCKED, ({ url }) =>
      url.searchParams.has('cursor')
        ? { users: [second], nextCursor: null }
        : { users: [first], nextCursor: 'next' },
    );

    (await screen.findByRole('button', { name: 'Show more people' })).focus();
    await user.keyboard('{Enter}');
    await screen.findByText('दूसरा 🚂');

    expect(screen.getByRole('button', { name: 'Unblock पहला' })).toHaveFocus();
    await user.tab();
    expect(screen.getByRole('button', { name: 'Unblock दूसरा 🚂' })).toHaveFocus();
  });

  it('more than one page: loads the next page on click, and retries after a failure', async () => {
    const [first, second] = [buildBlockedUser('पहला'), buildBlockedUser('दूसरा 🚂')];
    const user = openProfile();
    mockResponse('get', BLOCKED, ({ url }) =>
      url.searchParams.has('cursor')
        ? { users: [first, second], nextCursor: null }
        : { users: [first], nextCursor: 'next' },
    );
    const nextPage = await screen.findByRole('button', { name: 'Show more people' });
    mockNetworkError('get', BLOCKED);
    await user.click(nextPage);
    expect(await screen.findByText("Couldn't load blocked people")).toBeVisible();
    expect(screen.getByText('पहला')).toBeVisible();

    mockResponse('get', BLOCKED, { users: [first, second], nextCursor: null });
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByText('दूसरा 🚂')).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Unblock / })).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Show more people' })).not.toBeInTheDocument();
  });

  it('after a failure: loads again when the browser is online again', async () => {
    openProfile();
    mockNetworkError('get', BLOCKED);
    expect(await screen.findByText("Couldn't load blocked people")).toBeVisible();
    mockResponse('get', BLOCKED, { users: [buildBlockedUser('अनन्या')], nextCursor: null });

    // The listener is added in an effect, some time after the message is shown.
    await waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect(screen.getByText('अनन्या')).toBeVisible();
    });
  });
});
