import type { Notification } from '@safarnama/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { countUnread } from '../api/notification.api.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { useNotificationCountStore } from '../stores/notification-count.store.ts';
import { buildError, buildId, buildNotification, buildUser } from '../testing/factories.ts';
import { fakeSocket } from '../testing/fake-socket.ts';
import { createPendingResponse } from '../testing/pending-response.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockError, mockResponse, signIn } from '../testing/server.ts';

const buildLike = (blogTitle: string) => buildNotification({ post: { slug: 'ghats', blogTitle } });

/** Expects likes of stories with these titles, in this order. */
function expectLikes(...titles: string[]): void {
  const links = screen.getAllByRole('link', { name: /^Meera liked/ });
  expect(links.map(({ textContent }) => textContent)).toEqual(
    titles.map((title) => expect.stringContaining(title)),
  );
}

const page = (...notifications: Notification[]) => ({ notifications, unreadCount: 1, nextCursor: null });

/** Mocks a page whose response waits for `sendResponse`. */
function mockPendingPage(body: ReturnType<typeof page>) {
  let sendResponse = () => undefined as unknown;
  const pendingResponse = new Promise((resolve) => {
    sendResponse = () => resolve(undefined);
  });
  const pending = mockResponse('get', '/api/notifications', () => pendingResponse.then(() => body));
  return {
    pending,
    /** Sends the response, and waits for the response to another request, so that this one has been handled. */
    async sendResponse() {
      sendResponse();
      await act(() => countUnread());
    },
  };
}

beforeEach(() => signIn(buildUser()));

describe('NotificationsPage', () => {
  it('with notifications: names who did what, links to it, and marks everything as read', async () => {
    const commentId = buildId();
    const follower = buildNotification({ kind: 'follow', post: null });
    mockResponse(
      'get',
      '/api/notifications',
      page(
        buildNotification({ peopleCount: 4 }),
        buildNotification({ kind: 'comment', commentId }),
        follower,
      ),
    );
    const reads = mockResponse('post', '/api/notifications/read', { unreadCount: 0 });
    renderApp('/notifications');

    const [like, comment, follow] = await screen.findAllByRole('link', { name: /^Meera/ });

    expect(like).toHaveAccessibleName(/^Meera and 3 others liked घाट पर सुबह/);
    expect(like).toHaveAttribute('href', '/post/ghats');
    expect(comment).toHaveAttribute('href', `/post/ghats#comment-${commentId}`);
    expect(follow).toHaveAccessibleName(/^Meera started following you/);
    expect(follow).toHaveAttribute('href', `/author/${follower.people[0]?._id}`);
    await waitFor(() => expect(reads).toHaveLength(1));
  });

  it('when a notification arrives: shows it', async () => {
    mockResponse('post', '/api/notifications/read', { unreadCount: 0 });
    renderApp('/notifications');
    expect(await screen.findByText('No notifications yet')).toBeVisible();
    mockResponse('get', '/api/notifications', page(buildNotification()));

    useNotificationCountStore.getState().addArrival();

    expect(await screen.findByRole('link', { name: /^Meera liked/ })).toBeVisible();
  });

  it('when several notifications arrive at once: reloads the list once', async () => {
    mockResponse('post', '/api/notifications/read', { unreadCount: 0 });
    const requests = mockResponse('get', '/api/notifications', page());
    renderApp('/notifications');
    expect(await screen.findByText('No notifications yet')).toBeVisible();
    const before = requests.length;
    const reloads = mockResponse('get', '/api/notifications', page(buildNotification()));

    for (let count = 0; count < 3; count += 1) act(() => useNotificationCountStore.getState().addArrival());

    expect(await screen.findByRole('link', { name: /^Meera liked/ })).toBeVisible();
    expect(requests).toHaveLength(before);
    expect(reloads).toHaveLength(1);
  });

  it('when the user blocks somebody: shows no notifications about them any more', async () => {
    mockResponse('post', '/api/notifications/read', { unreadCount: 0 });
    const likes = ['एक', 'दो', 'तीन', 'चार'].map((blogTitle, index) => ({
      ...buildLike(blogTitle),
      createdAt: `2026-11-20T05:00:0${9 - index}.000Z`,
    }));
    mockResponse('get', '/api/notifications', page(...likes));
    renderApp('/notifications');
    await screen.findByText('दो');
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    // The list is longer than the page that is reloaded.
    const reloaded = page(...likes.filter((_like, index) => index === 0 || index === 2));
    mockResponse('get', '/api/notifications', { ...reloaded, nextCursor: 'next' });

    act(() => fakeSocket.listeners?.blockChanged({ userId: buildId(), isBlocked: true }));

    await waitFor(() => expectLikes('एक', 'तीन', 'चार'));
  });

  it('without notifications, after those that were counted have disappeared: counts none', async () => {
    useNotificationCountStore.setState({ unreadCount: 2 });
    renderApp('/notifications');

    expect(await screen.findByText('No notifications yet')).toBeVisible();

    await waitFor(() => expect(useNotificationCountStore.getState().unreadCount).toBe(0));
  });

  it('marked as read, with a response after another user has signed in: does not count those of that user', async () => {
    const { pending, release } = createPendingResponse();
    mockResponse('get', '/api/notifications', page(buildNotification()));
    const reads = mockResponse('post', '/api/notifications/read', async () => {
      await pending;
      return { unreadCount: 0 };
    });
    renderApp('/notifications');
    await waitFor(() => expect(reads).toHaveLength(1));
    mockResponse('get', '/api/notifications', { ...page(), unreadCount: 5 });
    act(() => useAuthStore.setState({ user: buildUser() }));
    await screen.findByText('No notifications yet');
    useNotificationCountStore.setState({ unreadCount: 5 });

    release();
    await act(() => countUnread());
    await act(() => countUnread());

    expect(useNotificationCountStore.getState().unreadCount).toBe(5);
  });

  it('after the connection was lost: shows the notifications that were missed', async () => {
    mockResponse('post', '/api/notifications/read', { unreadCount: 0 });
    renderApp('/notifications');
    await screen.findByText('No notifications yet');
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    act(() => fakeSocket.listeners?.onConnect('s1'));
    mockResponse('get', '/api/notifications', page(buildNotification()));

    act(() => fakeSocket.listeners?.onConnect('s2'));

    expect(await screen.findByRole('link', { name: /^Meera liked/ })).toBeVisible();
  });

  it('in a hidden tab: marks notifications as read once the tab is visible', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const reads = mockResponse('post', '/api/notifications/read', { unreadCount: 0 });
    const notification = buildNotification();
    mockResponse('get', '/api/notifications', page(notification));
    renderApp('/notifications');
    await screen.findByRole('link', { name: /^Meera liked/ });
    expect(reads).toEqual([]);

    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));

    const { _id: upTo, createdAt } = notification;
    await waitFor(() => expect(reads).toMatchObject([{ body: { upTo, createdAt } }]));
  });

  it('with more new notifications than fit on a page: shows no gap before the older ones', async () => {
    mockResponse('post', '/api/notifications/read', { unreadCount: 0 });
    mockResponse('get', '/api/notifications', page(buildLike('First')));
    const user = renderApp('/notifications');
    await screen.findByRole('link', { name: /First/ });
    mockResponse('get', '/api/notifications', ({ url }) =>
      url.searchParams.has('cursor')
        ? page(buildLike('Second'), buildLike('First'))
        : { ...page(buildLike('Third')), nextCursor: 'next' },
    );
    act(() => useNotificationCountStore.getState().addArrival());
    await screen.findByRole('link', { name: /Third/ });

    await user.click(screen.getByRole('button', { name: 'Show older notifications' }));

    await screen.findByRole('link', { name: /Second/ });
    expectLikes('Third', 'Second', 'First');
  });

  it('with a like that has moved up past more new notifications than fit on a page: shows no gap below them', async () => {
    mockResponse('post', '/api/notifications/read', { unreadCount: 0 });
    const like = buildLike('First');
    mockResponse('get', '/api/notifications', page(like));
    const user = renderApp('/notifications');
    await screen.findByRole('link', { name: /First/ });
    const movedLike = { ...like, createdAt: '2026-11-21T05:00:00.000Z' };
    mockResponse('get', '/api/notifications', ({ url }) =>
      url.searchParams.has('cursor')
        ? page(buildLike('Second'))
        : { ...page(movedLike, buildLike('Third')), nextCursor: 'next' },
    );
    act(() => useNotificationCountStore.getState().addArrival());
    await screen.findByRole('link', { name: /Third/ });

    await user.click(screen.getByRole('button', { name: 'Show older notifications' }));

    await screen.findByRole('link', { name: /Second/ });
    expectLikes('First', 'Third', 'Second');
  });

  it('with older notifications that were read: no longer labels them as new after a reload', async () => {
    mockResponse('post', '/api/notifications/read', { unreadCount: 0 });
    const [first, second, third] = [buildLike('First'), buildLike('Second'), buildLike('Third')] as const;
    mockResponse('get', '/api/notifications', page(second, first));
    renderApp('/notifications');
    expect(await screen.findAllByRole('link', { name: /^Meera liked.*New$/ })).toHaveLength(2);
    const readAt = '2026-11-21T05:00:00.000Z';
    mockResponse('get', '/api/notifications', { ...page(third, { ...second, readAt }), nextCursor: 'next' });

    act(() => useNotificationCountStore.getState().addArrival());

    await screen.findByRole('link', { name: /Third.*New$/ });
    expect(screen.getByRole('link', { name: /First/ })).not.toHaveAccessibleName(/New$/);
  });

  it('with more pages: loads them; after a failure shows the reason and retries', async () => {
    mockResponse('post', '/api/notifications/read', { unreadCount: 0 });
    const older = buildNotification({ post: { slug: 'old', blogTitle: 'Old road' } });
    mockResponse('get', '/api/notifications', ({ url }) =>
      url.searchParams.has('cursor') ? page(older) : { ...page(buildNotification()), nextCursor: 'next' },
    );
    const user = renderApp('/notifications');
    const button = await screen.findByRole('button', { name: 'Show older notifications' });
    mockError('get', '/api/notifications', 500, 'Something went wrong');
    await user.click(button);
    expect(await screen.findByText('Something went wrong')).toBeVisible();
    mockResponse('get', '/api/notifications', page(older));

    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('link', { name: /Old road/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /घाट/ })).toBeVisible();
  });

  it('when the request after an arrival fails: shows the reason and repeats that request', async () => {
    mockResponse('post', '/api/notifications/read', { unreadCount: 0 });
    const shown = buildNotification({ post: { slug: 'old', blogTitle: 'Old road' } });
    mockResponse('get', '/api/notifications', page(shown));
    const user = renderApp('/notifications');
    await screen.findByRole('link', { name: /Old road/ });
    mockError('get', '/api/notifications', 503, 'The database is unavailable');
    act(() => useNotificationCountStore.getState().addArrival());
    expect(await screen.findByText('The database is unavailable')).toBeVisible();
    mockResponse('get', '/api/notifications', page(buildNotification(), shown));

    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('link', { name: /घाट/ })).toBeVisible();
    expect(screen.queryByText('The database is unavailable')).not.toBeInTheDocument();
  });

  it('when the request after the first arrival fails: shows the reason', async () => {
    renderApp('/notifications');
    await screen.findByText('No notifications yet');
    mockError('get', '/api/notifications', 503, 'The database is unavailable');

    act(() => useNotificationCountStore.getState().addArrival());

    expect(await screen.findByText('The database is unavailable')).toBeVisible();
    expect(screen.queryByText('No notifications yet')).not.toBeInTheDocument();
  });

  it('with responses in reverse order after two arrivals: shows the response to the later request', async () => {
    const reads = mockResponse('post', '/api/notifications/read', { unreadCount: 0 });
    const [first, second, third] = [buildLike('First'), buildLike('Second'), buildLike('Third')] as const;
    mockResponse('get', '/api/notifications', page(first));
    renderApp('/notifications');
    await screen.findByRole('link', { name: /First/ });
    const { pending, sendResponse } = mockPendingPage(page(second, first));
    act(() => useNotificationCountStore.getState().addArrival());
    await waitFor(() => expect(pending).toHaveLength(1));
    mockResponse('get', '/api/notifications', page(third, second, first));
    act(() => useNotificationCountStore.getState().addArrival());
    await screen.findByRole('link', { name: /Third/ });

    await sendResponse();

    expectLikes('Third', 'Second', 'First');
    expect(reads.at(-1)?.body).toEqual({ upTo: third._id, createdAt: third.createdAt });
  });

  it('with an older page that arrives after the list was replaced: ignores that page, so that there is no gap', async () => {
    mockResponse('post', '/api/notifications/read', { unreadCount: 0 });
    mockResponse('get', '/api/notifications', { ...page(buildLike('Second')), nextCursor: 'next' });
    const user = renderApp('/notifications');
    const button = await screen.findByRole('button', { name: 'Show older notifications' });
    const { pending, sendResponse } = mockPendingPage(page(buildLike('First')));
    await user.click(button);
    await waitFor(() => expect(pending).toHaveLength(1));
    mockResponse('get', '/api/notifications', { ...page(buildLike('Fourth')), nextCursor: 'other' });
    act(() => useNotificationCountStore.getState().addArrival());
    await screen.findByRole('link', { name: /Fourth/ });

    await sendResponse();

    expectLikes('Fourth');
    expect(button).toBeVisible();
  });
});

describe('the bell', () => {
  it('with unread notifications: describes the number of unread notifications', async () => {
    useNotificationCountStore.getState().setUnreadCount(3);
    renderApp('/about');

    expect(await screen.findByRole('link', { name: 'Notifications' })).toHaveAccessibleDescription(
      '3 unread notifications',
    );
  });

  it('read on another device: describes no unread notifications', async () => {
    renderApp('/about');
    const bell = await screen.findByRole('link', { name: 'Notifications' });
    await waitFor(() => expect(fakeSocket.listeners).not.toBeNull());
    act(() => useNotificationCountStore.getState().setUnreadCount(3));
    expect(bell).toHaveAccessibleDescription('3 unread notifications');

    act(() => fakeSocket.listeners?.notificationsRead({ unreadCount: 0 }));

    expect(bell).not.toHaveAccessibleDescription(/unread/);
  });
});

describe('ActivitySettings', () => {
  it('on a change: saves the switch, and restores the previous state when that fails', async () => {
    const requests = mockResponse('put', '/api/notifications/settings', {});
    const user = renderApp('/update-profile');
    const likes = await screen.findByRole('switch', { name: 'Likes' });

    await user.click(likes);
    expect(likes).not.toBeChecked();
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ like: false, comment: true }));
    mockError('put', '/api/notifications/settings', 500, 'Something went wrong');
    await user.click(screen.getByRole('switch', { name: 'Replies' }));

    await waitFor(() => expect(screen.getByRole('switch', { name: 'Replies' })).toBeChecked());
  });

  it('changed in another tab in the meantime: keeps the other switches as they are stored', async () => {
    const user = renderApp('/update-profile');
    const likes = await screen.findByRole('switch', { name: 'Likes' });
    const stored = { like: true, comment: false, reply: true, story: true, follow: true };
    mockResponse('get', '/api/notifications/settings', stored);
    const requests = mockResponse('put', '/api/notifications/settings', {});

    await user.click(likes);

    await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ ...stored, like: false }]));
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Comments' })).not.toBeChecked());
    expect(likes).not.toBeChecked();
  });

  it('left and opened again before a change is saved: shows it, and the next change preserves it', async () => {
    const { pending, release } = createPendingResponse();
    let stored = { like: true, comment: true, reply: true, story: true, follow: true };
    mockResponse('get', '/api/notifications/settings', () => stored);
    const requests = mockResponse('put', '/api/notifications/settings', async ({ body }) => {
      await pending;
      stored = body as typeof stored;
      return {};
    });
    const user = renderApp('/update-profile');
    await user.click(await screen.findByRole('switch', { name: 'Likes' }));
    await waitFor(() => expect(requests).toHaveLength(1));

    cleanup();
    renderApp('/update-profile');
    await screen.findByRole('switch', { name: 'Appear offline' });
    release();
    await waitFor(async () => expect(await screen.findByRole('switch', { name: 'Likes' })).not.toBeChecked());
    await user.click(screen.getByRole('switch', { name: 'Comments' }));

    await waitFor(() => expect(requests).toHaveLength(2));
    await waitFor(() => expect(stored).toMatchObject({ like: false, comment: false }));
  });

  it('changed, while another user signs in: changes no setting of that user', async () => {
    const user = renderApp('/update-profile');
    const likes = await screen.findByRole('switch', { name: 'Likes' });
    const { pending, release } = createPendingResponse();
    const stored = { like: true, comment: true, reply: true, story: true, follow: true };
    const reads = mockResponse('get', '/api/notifications/settings', () => pending.then(() => stored));
    const requests = mockResponse('put', '/api/notifications/settings', {});
    await user.click(likes);
    await user.click(screen.getByRole('switch', { name: 'Replies' }));
    await waitFor(() => expect(reads).toHaveLength(1));
    act(() => useAuthStore.setState({ user: buildUser() }));

    release();
    await act(() => countUnread());
    await act(() => countUnread());

    expect(await screen.findByRole('switch', { name: 'Likes' })).toBeChecked();
    expect(requests).toEqual([]);
  });

  it('loaded again after a failure with the keyboard: Tab continues with the first switch', async () => {
    mockError('get', '/api/notifications/settings', 503, 'The database is unavailable');
    const user = renderApp('/update-profile');
    const failure = await screen.findByText('The database is unavailable');
    mockResponse('get', '/api/notifications/settings', { like: true });

    await user.click(within(failure.closest('[role="alert"]') as HTMLElement).getByRole('button'));

    const [first] = within(
      (await screen.findByRole('switch', { name: 'Likes' })).closest('section') as HTMLElement,
    ).getAllByRole('switch');
    await user.tab();
    expect(first).toHaveFocus();
  });

  /** Mocks a save that fails when `fail` is called. */
  function mockPendingFailure() {
    const { pending, release } = createPendingResponse();
    const body = buildError('Something went wrong');
    const requests = mockResponse('put', '/api/notifications/settings', () => pending.then(() => body), {
      status: 500,
    });
    return { requests, fail: release };
  }

  it('switched off, on and off before the first request fails: shows the state that the last one has stored', async () => {
    const { requests, fail } = mockPendingFailure();
    const user = renderApp('/update-profile');
    const likes = await screen.findByRole('switch', { name: 'Likes' });
    for (let click = 0; click < 3; click += 1) await user.click(likes);
    await waitFor(() => expect(requests).toHaveLength(1));
    const laterRequests = mockResponse('put', '/api/notifications/settings', {});

    fail();

    await waitFor(() => expect(laterRequests).toHaveLength(2));
    await screen.findByText('Something went wrong');
    expect(laterRequests.at(-1)?.body).toMatchObject({ like: false });
    expect(likes).not.toBeChecked();
  });

  it('switched off and on again before the first request fails: shows the stored state when both fail', async () => {
    const { requests, fail } = mockPendingFailure();
    const user = renderApp('/update-profile');
    const likes = await screen.findByRole('switch', { name: 'Likes' });
    await user.click(likes);
    await user.click(likes);
    await waitFor(() => expect(requests).toHaveLength(1));

    fail();

    await waitFor(() => expect(screen.getAllByText('Something went wrong')).toHaveLength(2));
    expect(likes).toBeChecked();
  });
});
