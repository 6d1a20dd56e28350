import { openEditor } from './failing-call.ts';
import { expect } from './fixtures.ts';
import { mockResponse, openPage, type ScreenState, SERVER_ERROR } from './screen-state.ts';
import { buildDraft, DRAFT_KEY } from './states-drafts.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

export const PUBLISHING_STATES: readonly ScreenState[] = [
  {
    screen: 'write',
    state: 'preview',
    viewer: 'reader',
    async show(page) {
      await openEditor(page, '/add-posts');
      await page.getByRole('button', { name: 'Preview' }).click();
      const frame = page.getByRole('dialog').frameLocator('iframe');
      await expect(frame.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'the published story was changed elsewhere',
    viewer: 'writer',
    async show(page, { story }) {
      const { post } = await (await page.request.get(`/api/post/my-posts/${story._id}`)).json();
      const newer = { ...post, version: 2, blogHtml: '<p>The river was blue at six.</p>' };
      await mockResponse(page, `/post/update-post/${story._id}`, {
        status: 409,
        json: { message: 'This story was changed elsewhere', code: 'version_conflict', post: newer },
      });
      await openEditor(page, `/add-posts?edit=${story._id}`);
      await page.getByRole('button', { name: 'Update story' }).click();
      await expect(page.getByRole('region', { name: 'Currently published' })).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'a field was refused',
    viewer: 'reader',
    async show(page) {
      const message = 'The picture cannot be read';
      const json = { message, code: 'invalid', fields: [{ field: 'blogImage', message }] };
      await mockResponse(page, '/post/create-post', { status: 400, json });
      await openEditor(page, '/add-posts');
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByText(message)).toHaveCount(2);
    },
  },
  {
    screen: 'write',
    state: 'a time to publish is missing',
    viewer: 'reader',
    async show(page) {
      await openEditor(page, '/add-posts');
      await page.getByRole('radio', { name: 'At a set time' }).check();
      await page.getByRole('button', { name: 'Schedule' }).click();
      await expect(page.getByText('Choose a date and a time')).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'scheduled',
    viewer: 'reader',
    async show(page) {
      const draft = buildDraft({ publishAt: new Date(Date.now() + WEEK_MS).toISOString() });
      await mockResponse(page, `/drafts/${DRAFT_KEY}`, { json: { draft } });
      await openPage(page, `/add-posts?draft=${DRAFT_KEY}`);
      await expect(page.getByText(/^Will be published on /)).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'could not be published at the scheduled time',
    viewer: 'reader',
    async show(page) {
      const draft = buildDraft({ publishError: 'Title and content are required.' });
      await mockResponse(page, `/drafts/${DRAFT_KEY}`, { json: { draft } });
      await openPage(page, `/add-posts?draft=${DRAFT_KEY}`);
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'an unpublished story',
    viewer: 'reader',
    async show(page) {
      const draft = buildDraft({ postId: '00000000000000000000dada', isUnpublished: true });
      await mockResponse(page, `/drafts/${DRAFT_KEY}`, { json: { draft } });
      await openPage(page, `/add-posts?draft=${DRAFT_KEY}`);
      await expect(page.getByText(/^This story is not published/)).toBeVisible();
    },
  },
  {
    screen: 'my posts',
    state: 'scheduled and unpublished drafts',
    viewer: 'reader',
    async show(page) {
      const drafts = [
        buildDraft({ publishAt: new Date(Date.now() + WEEK_MS).toISOString() }),
        buildDraft({ key: DRAFT_KEY.replace('0', '1'), publishError: 'Title and content are required.' }),
        buildDraft({ key: DRAFT_KEY.replace('0', '2'), isUnpublished: true, blogTitle: 'Night train' }),
      ];
      await mockResponse(page, '/drafts', { json: { drafts, nextCursor: null } });
      await openPage(page, '/my-posts?tab=drafts');
      await expect(page.getByText(/^Will be published on /)).toBeVisible();
    },
  },
  {
    screen: 'story',
    state: 'unpublishing failed',
    viewer: 'writer',
    allRuns: true,
    async show(page, { story }) {
      await mockResponse(page, `/post/${story._id}/unpublish`, SERVER_ERROR);
      await openPage(page, `/post/${story.slug}`);
      await page.getByRole('button', { name: 'Unpublish' }).click();
      await expect(page.getByText(SERVER_ERROR.json.message)).toBeVisible();
      // On a phone, the bar at the top would cover half a button.
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
];
