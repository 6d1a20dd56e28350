import type { Draft } from '@safarnama/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { randomId } from '../../../lib/random-id.ts';
import { UNDO_MS } from '../../../lib/undo.ts';
import { createDraftDevice } from '../../../stores/story-draft/draft-device.ts';
import { createRecord, toFields } from '../../../stores/story-draft/draft-record.ts';
import { CLOCK } from '../../../stores/story-draft/story-drafts.ts';
import { buildDraft, buildError, buildUser } from '../../../testing/factories.ts';
import { fill } from '../../../testing/fill.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, signIn } from '../../../testing/server.ts';

let draft: Draft;
beforeEach(() => {
  // A toast is removed by its id, one second after it was dismissed: perhaps in the next test.
  const key = randomId();
  draft = buildDraft({ key, blogTitle: 'घाट', blogHtml: '<p>भोर में नाव</p>', blogImage: '/media/k' });
});

describe('DraftList', () => {
  it('opened from My Posts: shows title, words and age, and opens a draft', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/post/my-posts', { posts: [], nextCursor: null });
    const edit = buildDraft({ key: '22222222-2222-4333-8444-555555555555', postId: draft._id });
    mockResponse('get', '/api/drafts', { drafts: [draft, edit], nextCursor: null });
    mockResponse('get', '/api/drafts/:key', { draft });
    const user = renderApp('/my-posts');

    await user.click(await screen.findByRole('link', { name: 'Drafts' }));

    const list = within(await screen.findByRole('list', { name: 'Drafts' }));
    const [first, second] = list.getAllByRole('listitem');
    expect(screen.getByRole('link', { name: 'घाट' })).toHaveAttribute('lang', 'hi');
    expect(first).toHaveTextContent(/घाट3 words · \d+ days ago/);
    expect(second).toHaveTextContent(/Untitled story0 words · \d+ days ago · Changes to a published story/);
    await user.click(screen.getByRole('link', { name: 'घाट' }));
    expect(await screen.findByDisplayValue('घाट')).toBeVisible();
  });

  it('on a device whose clock is an hour fast: shows the age of a draft by the server’s clock', async () => {
    signIn(buildUser());
    const now = new Date(Date.now() - 3_600_000);
    const page = { drafts: [{ ...draft, updatedAt: now.toISOString() }], nextCursor: null };
    mockResponse('get', '/api/drafts', page, { headers: { Date: now.toUTCString() } });

    renderApp('/my-posts?tab=drafts');

    expect(await screen.findByRole('list', { name: 'Drafts' })).toHaveTextContent('just now');
  });

  it('with more drafts than fit on a page of the server’s list: shows all of them', async () => {
    signIn(buildUser());
    const other = buildDraft({ key: '22222222-2222-4333-8444-555555555555', blogTitle: 'नाव' });
    mockResponse('get', '/api/drafts', ({ url }) =>
      url.searchParams.get('cursor') === 'next'
        ? { drafts: [other], nextCursor: null }
        : { drafts: [draft], nextCursor: 'next' },
    );

    renderApp('/my-posts?tab=drafts');

    expect(await screen.findByRole('link', { name: 'नाव' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'घाट' })).toBeVisible();
  });

  it('with a scheduled draft that is published while the list is shown: removes it', async () => {
    signIn(buildUser());
    const scheduled = { ...draft, publishAt: new Date(Date.now() + 1_000).toISOString() };
    const other = buildDraft({ key: randomId(), blogTitle: 'नाव' });
    mockResponse('get', '/api/drafts', { drafts: [scheduled, other], nextCursor: null });
    renderApp('/my-posts?tab=drafts');
    expect(await screen.findByText(/^Will be published/)).toBeVisible();

    const failures = mockError('get', '/api/drafts', 503, 'The database is unavailable');
    await waitFor(() => expect(failures).toHaveLength(1));
    expect(screen.getByRole('link', { name: 'नाव' })).toBeVisible();
    mockResponse('get', '/api/drafts', { drafts: [other], nextCursor: null });

    await waitFor(() => expect(screen.queryByRole('link', { name: 'घाट' })).not.toBeInTheDocument());
    expect(screen.getByRole('link', { name: 'नाव' })).toBeVisible();
  });

  it('with a device that cannot be read: removes a draft that is published while the list is shown', async () => {
    signIn(buildUser());
    const reads = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('Connection lost', 'UnknownError');
    });
    onTestFinished(() => reads.mockRestore());
    const scheduled = { ...draft, publishAt: new Date(Date.now() + 1_000).toISOString() };
    mockResponse('get', '/api/drafts', { drafts: [scheduled], nextCursor: null });
    renderApp('/my-posts?tab=drafts');
    expect(await screen.findByText(/^Will be published/)).toBeVisible();

    mockResponse('get', '/api/drafts', { drafts: [], nextCursor: null });

    await waitFor(() => expect(screen.queryByRole('link', { name: 'घाट' })).not.toBeInTheDocument(), {
      timeout: 5_000,
    });
  });

  it('with an overdue draft that has unsent changes: does not load the list again and again', async () => {
    const me = buildUser();
    signIn(me);
    const publishAt = new Date(Date.now() - 60_000).toISOString();
    const record = createRecord(me._id, { ...toFields(null), title: 'नाव' }, null);
    await createDraftDevice().put({ ...record, version: 1, publishAt });
    const lists = mockResponse('get', '/api/drafts', { drafts: [], nextCursor: null });
    const after = vi.spyOn(CLOCK, 'after');
    onTestFinished(() => after.mockRestore());

    renderApp('/my-posts?tab=drafts');

    expect(await screen.findByRole('link', { name: 'नाव' })).toBeVisible();
    expect(lists).toHaveLength(1);
    expect(after).not.toHaveBeenCalled();
  });

  it('with a draft whose form was left before it was sent: no longer says that it is only on this device', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/post/my-posts', { posts: [], nextCursor: null });
    let respond: () => void = () => undefined;
    const isReady = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const saves = mockResponse('put', '/api/drafts/:key', async ({ url }) => {
      await isReady;
      return { draft: { ...draft, key: url.pathname.split('/').at(-1) ?? '' } };
    });
    const user = renderApp('/add-posts');
    fill(await screen.findByLabelText('Title'), 'घाट');
    const [myPosts] = screen.getAllByRole('link', { name: 'My Posts' });
    await user.click(myPosts as HTMLElement); // in the top bar, and in the bottom bar
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await user.click(await screen.findByRole('link', { name: 'Drafts' }));
    const list = await screen.findByRole('list', { name: 'Drafts' });
    expect(list).toHaveTextContent(/घाट.*Only on this device/);
    await waitFor(() => expect(saves).toHaveLength(1));

    respond();

    await waitFor(() => expect(list).not.toHaveTextContent('Only on this device'));
    expect(list).toHaveTextContent('घाट');
  });

  it('with a deleted draft: hides it, and Undo restores it', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/drafts', { drafts: [draft], nextCursor: null });
    const removals = mockResponse('delete', '/api/drafts/:key', { message: 'Draft deleted' });
    const user = renderApp('/my-posts?tab=drafts');

    await user.click(await screen.findByRole('button', { name: 'Delete the draft “घाट”' }));
    expect(await screen.findByText('No drafts')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));

    expect(await screen.findByRole('link', { name: 'घाट' })).toBeVisible();
    expect(removals).toHaveLength(0);
  });

  it('with a draft deleted while the server does not respond: hides it immediately, and keeps the others', async () => {
    signIn(buildUser());
    const other = buildDraft({ key: '22222222-2222-4333-8444-555555555555', blogTitle: 'नाव' });
    mockResponse('get', '/api/drafts', { drafts: [draft, other], nextCursor: null });
    const user = renderApp('/my-posts?tab=drafts');
    const button = await screen.findByRole('button', { name: 'Delete the draft “घाट”' });
    const lists = mockResponse('get', '/api/drafts', () => new Promise(() => undefined));

    await user.click(button);

    expect(screen.queryByRole('link', { name: 'घाट' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'नाव' })).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(screen.getByRole('link', { name: 'घाट' })).toBeVisible();
    expect(lists).toEqual([]);
  });

  it('with a device that cannot be read: shows that its drafts are missing, and reads it again', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/drafts', { drafts: [], nextCursor: null });
    const reads = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('Connection lost', 'UnknownError');
    });
    const user = renderApp('/my-posts?tab=drafts');
    expect(await screen.findByText(/^Drafts that are only on this device can't be shown/)).toBeVisible();
    expect(screen.queryByText('No drafts')).not.toBeInTheDocument();

    reads.mockRestore();
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByText('No drafts')).toBeVisible();
  });

  it('with drafts of the server missing, tried again by keyboard: shows them, and Tab continues with the first one', async () => {
    signIn(buildUser());
    mockNetworkError('get', '/api/drafts');
    const user = renderApp('/my-posts?tab=drafts');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    mockResponse('get', '/api/drafts', { drafts: [draft], nextCursor: null });

    retry.focus();
    await user.keyboard('{Enter}');

    const link = await screen.findByRole('link', { name: 'घाट' });
    await user.tab();
    expect(link).toHaveFocus();
  });

  it('deleted by pointer: moves the focus to the next draft, then to the page', async () => {
    signIn(buildUser());
    const other = buildDraft({ key: '22222222-2222-4333-8444-555555555555', blogTitle: 'नाव' });
    mockResponse('get', '/api/drafts', { drafts: [draft, other], nextCursor: null });
    const user = renderApp('/my-posts?tab=drafts');

    await user.click(await screen.findByRole('button', { name: 'Delete the draft “घाट”' }));
    const next = screen.getByRole('button', { name: 'Delete the draft “नाव”' });
    await waitFor(() => expect(next).toHaveFocus());
    await user.click(next);

    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  it('deleted by keyboard: moves the focus to Undo, which restores the draft', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/drafts', { drafts: [draft], nextCursor: null });
    const user = renderApp('/my-posts?tab=drafts');
    const button = await screen.findByRole('button', { name: 'Delete the draft “घाट”' });

    button.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus());
    await user.keyboard('{Enter}');

    expect(await screen.findByRole('link', { name: 'घाट' })).toBeVisible();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('offline: shows the drafts of this device and a note that others are missing', async () => {
    const me = buildUser();
    signIn(me);
    mockNetworkError('get', '/api/drafts');
    await createDraftDevice().put(createRecord(me._id, { ...toFields(null), title: 'नाव' }, null));
    await createDraftDevice().put(createRecord('other', { ...toFields(null), title: 'गुप्त' }, null));

    renderApp('/my-posts?tab=drafts');

    expect(await screen.findByText(/^Drafts from your other devices can't be shown/)).toBeVisible();
    const row = within(screen.getByRole('list', { name: 'Drafts' })).getByRole('listitem');
    expect(row).toHaveTextContent('नाव');
    expect(row).toHaveTextContent('Only on this device');
  });
});

describe('DraftList: the offer to undo a deletion', () => {
  /** Makes time pass slowly, or the offer would end before the test has reached its button on a busy machine. */
  function slowTime() {
    // Other fake timers would end the transactions of the device's database early.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const slowly = setInterval(() => vi.isFakeTimers() && vi.advanceTimersByTime(1), 5);
    onTestFinished(() => clearInterval(slowly));
  }

  async function deleteDraft() {
    const me = buildUser();
    signIn(me);
    mockResponse('get', '/api/drafts', { drafts: [draft], nextCursor: null });
    const removals = mockResponse('delete', '/api/drafts/:key', { message: 'Draft deleted' });
    const device = createDraftDevice();
    await device.put({ ...createRecord(me._id, { ...toFields(null), title: 'घाट' }, null), key: draft.key });
    const user = renderApp('/my-posts?tab=drafts');
    const button = await screen.findByRole('button', { name: 'Delete the draft “घाट”' });
    slowTime();
    await user.click(button);
    const undo = await screen.findByRole('button', { name: 'Undo' });
    return {
      user,
      undo,
      advance: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
      removals,
      listStored: () => device.list(me._id),
    };
  }

  it('under the pointer for longer: still restores the draft', async () => {
    const { user, undo, advance, removals, listStored } = await deleteDraft();

    await user.hover(undo);
    await advance(UNDO_MS + 5_000);
    await user.click(undo);

    expect(await screen.findByRole('link', { name: 'घाट' })).toBeVisible();
    await advance(UNDO_MS);
    expect(removals).toHaveLength(0);
    expect(await listStored()).toHaveLength(1);
  });

  it('of more than five drafts: ends for the earliest, so that no toast is dropped before it deletes its draft', async () => {
    signIn(buildUser());
    const drafts = Array.from({ length: 7 }, () => buildDraft({ key: randomId(), blogTitle: 'घाट' }));
    mockResponse('get', '/api/drafts', { drafts, nextCursor: null });
    const removals = mockResponse('delete', '/api/drafts/:key', { message: 'Draft deleted' });
    renderApp('/my-posts?tab=drafts');
    await screen.findByRole('list', { name: 'Drafts' });
    slowTime();

    for (const _draft of drafts) {
      const [button = document.body] = screen.getAllByLabelText('Delete the draft “घाट”');
      fireEvent.click(button, { detail: 1 });
      // The first toast loads the script of toasts.
      await screen.findAllByText('Undo');
    }

    await waitFor(() =>
      expect(removals.map(({ url }) => url.pathname)).toEqual(
        drafts.slice(0, 2).map(({ key }) => `/api/drafts/${key}`),
      ),
    );
  });

  it('after it has expired: deletes the draft on the device and the server', async () => {
    const { advance, removals, listStored } = await deleteDraft();
    expect(removals).toHaveLength(0);

    await advance(UNDO_MS);

    await waitFor(async () => expect(await listStored()).toEqual([]));
    expect(removals).toHaveLength(1);
    expect(screen.getByText('No drafts')).toBeVisible();
  });

  it('when the page is closed: deletes the draft in a request that outlives the page', async () => {
    const { undo, removals, listStored } = await deleteDraft();
    act(() => undo.focus());
    const send = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => send.mockRestore());

    act(() => void window.dispatchEvent(new Event('pagehide')));

    expect(send).toHaveBeenCalledWith(
      expect.stringContaining(`/api/drafts/${draft.key}`),
      expect.objectContaining({ method: 'DELETE', keepalive: true }),
    );
    await waitFor(async () => expect(await listStored()).toEqual([]));
    await waitFor(() => expect(removals.length).toBeGreaterThan(0));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument());
    expect(screen.getByText('No drafts')).toBeVisible();
  });

  it('after Undo, when the page is closed: keeps the draft', async () => {
    const { user, undo, removals, listStored } = await deleteDraft();
    await user.click(undo);

    act(() => void window.dispatchEvent(new Event('pagehide')));

    expect(await screen.findByRole('link', { name: 'घाट' })).toBeVisible();
    expect(removals).toHaveLength(0);
    expect(await listStored()).toHaveLength(1);
  });

  it('after it has expired without a connection: shows an error and the draft again', async () => {
    const { advance } = await deleteDraft();
    mockNetworkError('delete', '/api/drafts/:key');
    mockNetworkError('get', '/api/drafts/:key');

    await advance(UNDO_MS);

    expect(await screen.findByText("The draft couldn't be deleted. Please try again.")).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'घाट' })).toBeVisible();
  });

  it('after it has expired, rejected by the server: shows the message of the server', async () => {
    const { advance } = await deleteDraft();
    mockError('delete', '/api/drafts/:key', 503, 'The service is temporarily unavailable. Please try again.');
    mockError('get', '/api/drafts/:key', 503, 'The service is temporarily unavailable. Please try again.');

    await advance(UNDO_MS);

    expect(
      await screen.findByText('The service is temporarily unavailable. Please try again.'),
    ).toBeInTheDocument();
  });

  it('after it has expired, with a deletion whose response is lost: keeps the deleted draft hidden', async () => {
    const { advance, listStored } = await deleteDraft();
    mockNetworkError('delete', '/api/drafts/:key');
    mockResponse('get', '/api/drafts/:key', buildError('Draft not found'), { status: 404 });

    await advance(UNDO_MS);

    await waitFor(async () => expect(await listStored()).toEqual([]));
    expect(screen.getByText('No drafts')).toBeVisible();
    expect(screen.queryByText(/couldn't be deleted/)).not.toBeInTheDocument();
  });
});
