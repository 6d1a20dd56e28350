import type { Draft } from '@safarnama/contracts';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../../i18n/strings.ts';
import { buildDraft, buildError, buildPost, buildUser } from '../../../testing/factories.ts';
import { fill } from '../../../testing/fill.ts';
import { holdTimeout } from '../../../testing/hold-timeout.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, signIn } from '../../../testing/server.ts';
import { PublishTimeField } from './publish-time-field.tsx';
import { type Schedule, toFieldValue } from './use-schedule.ts';

vi.mock('./story-editor.tsx', () => import('../../../testing/plain-story-editor.tsx'));

const KEY = '0a0a0a0a-1111-4222-8333-444444444444';
const DAY_MS = 24 * 60 * 60_000;
const TOMORROW = toFieldValue(Date.now() + DAY_MS);
const PUBLISH_AT = new Date(TOMORROW).toISOString();

async function openNewStory() {
  signIn(buildUser());
  mockResponse('get', '/api/post/my-posts', { posts: [], nextCursor: null });
  const user = renderApp('/add-posts');
  fill(await screen.findByLabelText('Title'), 'नदी');
  fill(await screen.findByLabelText('Your story'), '<p>भोर</p>');
  await user.click(screen.getByRole('radio', { name: 'At a set time' }));
  return { user, schedule: () => user.click(screen.getByRole('button', { name: 'Schedule' })) };
}

describe('PublishTimeField', () => {
  it('for a new story: publishes now unless a time is chosen, and names the time zone', async () => {
    signIn(buildUser());
    const user = renderApp('/add-posts');
    expect(await screen.findByRole('radio', { name: 'Now' })).toBeChecked();
    expect(screen.queryByLabelText('Date and time')).not.toBeInTheDocument();

    await user.click(screen.getByRole('radio', { name: 'At a set time' }));

    expect(screen.getByLabelText('Date and time')).toHaveAccessibleDescription(
      /^In your time zone: .+ \(GMT/,
    );
    expect(screen.getByRole('button', { name: 'Schedule' })).toBeVisible();
  });

  it('with a year that a date cannot have, which Firefox accepts: still names the time zone', () => {
    const schedule = { time: '202610-11-26T10:00', error: null, publishError: null, choose: () => undefined };
    render(<PublishTimeField schedule={schedule as unknown as Schedule} />);

    expect(screen.getByLabelText('Date and time')).toHaveAccessibleDescription(
      /^In your time zone: .+ \(GMT/,
    );
  });

  it.each([
    ['missing', '', 'Choose a date and a time'],
    ['past', toFieldValue(Date.now() - DAY_MS), 'Choose a time at least one minute from now'],
    ['more than a year away', toFieldValue(Date.now() + 400 * DAY_MS), 'Choose a time within the next year'],
  ])('with a time that is %s: shows the error and sends nothing', async (_case, time, message) => {
    const { schedule } = await openNewStory();
    fill(screen.getByLabelText('Date and time'), time);
    const requests = mockResponse('put', '/api/drafts/:key/schedule', {});

    await schedule();

    expect(screen.getByLabelText('Date and time')).toHaveAccessibleDescription(message);
    expect(screen.getByLabelText('Date and time')).toHaveFocus();
    expect(requests).toHaveLength(0);
  });

  it('with an error at the field: shows it in a language chosen afterwards', async () => {
    const { schedule } = await openNewStory();
    await schedule();
    const field = screen.getByLabelText('Date and time');
    expect(field).toHaveAccessibleDescription('Choose a date and a time');

    await act(() => setLanguage('hi'));

    expect(field).toHaveAccessibleDescription('तारीख़ और समय चुनें');
  });

  it('without a response: can be scheduled again after 15 s', async () => {
    const { schedule } = await openNewStory();
    fill(screen.getByLabelText('Date and time'), TOMORROW);
    mockResponse('put', '/api/drafts/:key', { draft: buildDraft({ key: KEY, blogTitle: 'नदी' }) });
    const requests = mockResponse('put', '/api/drafts/:key/schedule', () => new Promise(() => {}));
    const expire = holdTimeout();
    await schedule();
    await waitFor(() => expect(requests).toHaveLength(1));

    expire();
    await screen.findByText("The story couldn't be scheduled. Please try again.");
    await schedule();

    await waitFor(() => expect(requests).toHaveLength(2));
  });

  it('scheduled: saves the draft first, then opens the drafts, where its time is shown', async () => {
    const { schedule } = await openNewStory();
    fill(screen.getByLabelText('Date and time'), TOMORROW);
    const calls: string[] = [];
    const draft = buildDraft({ key: KEY, blogTitle: 'नदी', publishAt: PUBLISH_AT });
    mockResponse('put', '/api/drafts/:key', ({ body }) => {
      calls.push(`save ${(body as { blogTitle: string }).blogTitle}`);
      return { draft: { ...draft, publishAt: null } };
    });
    mockResponse('put', '/api/drafts/:key/schedule', ({ body }) => {
      calls.push(`schedule ${(body as { publishAt: string }).publishAt}`);
      return { draft };
    });
    mockResponse('get', '/api/drafts', { drafts: [draft], nextCursor: null });

    await schedule();

    const list = within(await screen.findByRole('list', { name: 'Drafts' }));
    expect(list.getByText(/^Will be published on /)).toBeVisible();
    expect(calls).toEqual(['save नदी', `schedule ${PUBLISH_AT}`]);
  });

  it('scheduled, of a draft opened from the drafts: goes back to them, without a second history entry', async () => {
    signIn(buildUser());
    const draft = buildDraft({ key: KEY, blogTitle: 'घाट', blogHtml: '<p>सुबह</p>' });
    mockResponse('get', '/api/drafts', { drafts: [draft], nextCursor: null });
    mockResponse('get', '/api/drafts/:key', { draft });
    mockResponse('put', '/api/drafts/:key/schedule', { draft: { ...draft, publishAt: PUBLISH_AT } });
    const user = renderApp('/my-posts?tab=drafts');
    await user.click(await screen.findByRole('link', { name: 'घाट' }));
    await user.click(await screen.findByRole('radio', { name: 'At a set time' }));
    fill(screen.getByLabelText('Date and time'), TOMORROW);

    await user.click(screen.getByRole('button', { name: 'Schedule' }));

    expect(await screen.findByRole('list', { name: 'Drafts' })).toBeVisible();
    expect(window.history.state.idx).toBe(0);
  });

  it('offline: shows that it could not be scheduled and keeps everything', async () => {
    const { schedule } = await openNewStory();
    fill(screen.getByLabelText('Date and time'), TOMORROW);
    mockNetworkError('put', '/api/drafts/:key');

    await schedule();

    expect(await screen.findByText("The story couldn't be scheduled. Please try again.")).toBeInTheDocument();
    expect(screen.getByLabelText('Title')).toHaveValue('नदी');
    expect(screen.getByLabelText('Date and time')).toHaveValue(TOMORROW);
  });

  it('rejected by the server: shows the message at the field', async () => {
    const { schedule } = await openNewStory();
    fill(screen.getByLabelText('Date and time'), TOMORROW);
    const fields = [{ field: 'publishAt', message: 'Choose another time', code: 'publish_at_out_of_range' }];
    const body = { ...buildError('Choose another time'), fields };
    mockResponse('put', '/api/drafts/:key/schedule', body, { status: 400 });

    await schedule();

    await waitFor(() =>
      expect(screen.getByLabelText('Date and time')).toHaveAccessibleDescription('Choose another time'),
    );
  });
});

describe('PostForm: a scheduled draft', () => {
  async function openScheduled() {
    signIn(buildUser());
    const draft = buildDraft({ key: KEY, blogTitle: 'घाट', blogHtml: '<p>सुबह</p>', publishAt: PUBLISH_AT });
    mockResponse('get', '/api/drafts/:key', { draft });
    const user = renderApp(`/add-posts?draft=${KEY}`);
    await screen.findByText(/^Will be published on /);
    return { user, draft };
  }

  it('opened: shows when it will be published; after cancelling, can be published now again', async () => {
    const { user, draft } = await openScheduled();
    expect(screen.getByRole('button', { name: 'Publish now' })).toBeVisible();
    const requests = mockResponse('put', '/api/drafts/:key/schedule', {
      draft: { ...draft, publishAt: null },
    });

    await user.click(screen.getByRole('button', { name: 'Cancel the schedule' }));

    expect(await screen.findByRole('radio', { name: 'Now' })).toBeChecked();
    expect(requests[0]?.body).toEqual({ publishAt: null });
    expect(screen.getByRole('button', { name: 'Publish' })).toHaveFocus();
  });

  it('while the schedule is being cancelled: does not claim to be publishing', async () => {
    const { user } = await openScheduled();
    const requests = mockResponse('put', '/api/drafts/:key/schedule', () => new Promise(() => undefined));

    await user.click(screen.getByRole('button', { name: 'Cancel the schedule' }));

    await waitFor(() => expect(requests).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Publish now' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('edited: stays scheduled', async () => {
    const { draft } = await openScheduled();
    mockResponse('put', '/api/drafts/:key', { draft: { ...draft, version: 2 } });

    fill(screen.getByLabelText('Title'), 'घाट पर');

    expect(await screen.findByText('Saved', undefined, { timeout: 5_000 })).toBeVisible();
    expect(screen.getByText(/^Will be published on /)).toBeVisible();
  });

  it('that could not be published at the scheduled time: shows the reason in the list and in the form', async () => {
    signIn(buildUser());
    const draft = buildDraft({
      key: KEY,
      blogTitle: 'घाट',
      publishError: 'Title and content are required.',
      publishErrorCode: 'story_required',
    });
    mockResponse('get', '/api/drafts', { drafts: [draft], nextCursor: null });
    mockResponse('get', '/api/drafts/:key', { draft });
    const user = renderApp('/my-posts?tab=drafts');
    const message = "The story couldn't be published at the scheduled time. Title and content are required.";
    expect(await screen.findByText(message)).toBeVisible();

    await user.click(screen.getByRole('link', { name: 'घाट' }));

    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    await act(() => setLanguage('hi'));
    expect(screen.getByRole('alert')).toHaveTextContent(
      'कहानी तय समय पर प्रकाशित नहीं हो सकी। शीर्षक और कहानी, दोनों ज़रूरी हैं।',
    );
  });
});

describe('PostForm: a scheduled draft whose time comes while it is open', () => {
  const me = buildUser();
  const post = buildPost({ authorId: me, blogTitle: 'घाट', blogHtml: '<p>सुबह</p>', slug: 'घाट' });
  const NOT_FOUND = { ...buildError('Draft not found'), postId: post._id };

  const PAST = new Date(Date.now() - 5_000).toISOString();

  /** @param publishAt - ISO date. @param onOpened - called when the draft has been read, to mock what happens to it. */
  function openScheduled(publishAt: string, onOpened: (draft: Draft) => void) {
    signIn(me);
    const draft = buildDraft({ key: KEY, blogTitle: 'घाट', blogHtml: '<p>सुबह</p>', publishAt });
    mockResponse('get', '/api/post/my-posts/:id', { post });
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    mockResponse('get', '/api/drafts/:key', () => {
      onOpened(draft);
      return { draft };
    });
    return renderApp(`/add-posts?draft=${KEY}`);
  }

  it('published: opens the story', async () => {
    openScheduled(PAST, () => mockResponse('get', '/api/drafts/:key', NOT_FOUND, { status: 404 }));

    expect(await screen.findByText('Your story has been published')).toBeInTheDocument();
    await waitFor(() => expect(decodeURIComponent(window.location.pathname)).toBe('/post/घाट'));
  });

  it('published before it is opened: links to the story', async () => {
    openScheduled(PAST, () => undefined);
    mockResponse('get', '/api/drafts/:key', NOT_FOUND, { status: 404 });

    expect(await screen.findByRole('alert')).toHaveTextContent('This draft has been published.');
    const link = screen.getByRole('link', { name: 'Open the story' });
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe('/post/घाट');
  });

  it('not published yet: asks again, and stays scheduled until then', async () => {
    let requests: unknown[] = [];
    openScheduled(PAST, (draft) => {
      requests = mockResponse('get', '/api/drafts/:key', { draft });
    });

    await waitFor(() => expect(requests.length).toBeGreaterThan(1), { timeout: 5_000 });
    expect(screen.getByText(/^Will be published on /)).toBeVisible();
  });

  it('that could not be published: shows the reason', async () => {
    const publishError = 'Title and content are required.';
    openScheduled(PAST, (draft) =>
      mockResponse('get', '/api/drafts/:key', { draft: { ...draft, publishAt: null, publishError } }),
    );

    expect(await screen.findByRole('alert')).toHaveTextContent(publishError);
  });

  it('published before a change was saved: keeps the change as an edit of the story', async () => {
    openScheduled(PUBLISH_AT, () => mockResponse('get', '/api/drafts/:key', NOT_FOUND, { status: 404 }));
    const saves = mockResponse('put', '/api/drafts/:key', () => new Promise(() => undefined));
    mockError('put', `/api/drafts/${KEY}`, 404, 'Draft not found');

    fill(await screen.findByLabelText('Title'), 'घाट पर');

    expect(
      await screen.findByText(/^What you wrote in the meantime/, undefined, { timeout: 5_000 }),
    ).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Update story' })).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveValue('घाट पर');
    const edit = { blogTitle: 'घाट पर', postId: post._id, baseVersion: 1 };
    await waitFor(() => expect(saves.at(-1)?.body).toMatchObject(edit), { timeout: 5_000 });
  });

  it('published while the text of another device waits for a choice: lets the author choose', async () => {
    const soon = new Date(Date.now() + 1_500).toISOString();
    openScheduled(soon, (draft) =>
      mockResponse('get', '/api/drafts/:key', { draft: { ...draft, blogHtml: '<p>शाम</p>', version: 9 } }),
    );
    mockError('put', '/api/drafts/:key', 409, 'This draft was changed elsewhere');
    fill(await screen.findByLabelText('Title'), 'घाट पर');
    expect(await screen.findByRole('region', { name: 'Written elsewhere' })).toHaveTextContent('शाम');
    mockResponse('get', '/api/drafts/:key', NOT_FOUND, { status: 404 });

    expect(await screen.findByRole('region', { name: 'Currently published' })).toHaveTextContent('सुबह');
    expect(screen.getByRole('region', { name: 'Written here' })).toHaveTextContent('घाट पर');
    expect(screen.queryByText(/^What you wrote in the meantime/)).not.toBeInTheDocument();
  });

  it.each([
    ['was published in the meantime: opens the story', NOT_FOUND, 'Your story has been published'],
    [
      'was deleted elsewhere: offers to keep the text',
      buildError('Draft not found'),
      'This draft was published or deleted somewhere else',
    ],
  ])('cancelled when it %s', async (_case, response, message) => {
    const user = openScheduled(PUBLISH_AT, () =>
      mockResponse('get', '/api/drafts/:key', response, { status: 404 }),
    );
    mockError('put', '/api/drafts/:key/schedule', 404, 'Draft not found');

    await user.click(await screen.findByRole('button', { name: 'Cancel the schedule' }));

    expect(await screen.findByText(message)).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Cancel the schedule' })).not.toBeInTheDocument(),
    );
    expect(screen.queryByText('Draft not found')).not.toBeInTheDocument();
  });

  it('cancelled without a response: shows that this failed, and stays scheduled', async () => {
    const user = openScheduled(PUBLISH_AT, () => undefined);
    mockNetworkError('put', '/api/drafts/:key/schedule');

    await user.click(await screen.findByRole('button', { name: 'Cancel the schedule' }));

    expect(
      await screen.findByText("The schedule couldn't be cancelled. Please try again."),
    ).toBeInTheDocument();
    expect(screen.getByText(/^Will be published on /)).toBeVisible();
  });
});
