import { act, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../../i18n/strings.ts';
import { buildDraft, buildError, buildUser } from '../../../testing/factories.ts';
import { fill } from '../../../testing/fill.ts';
import { holdTimeout } from '../../../testing/hold-timeout.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { mockNetworkError, mockResponse, signIn } from '../../../testing/server.ts';
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
