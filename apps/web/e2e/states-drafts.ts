import type { Draft } from '@safarnama/contracts';
import { openEditor } from './failing-call.ts';
import { expect } from './fixtures.ts';
import { mockResponse, neverRespond, openPage, type ScreenState } from './screen-state.ts';

export const DRAFT_KEY = '0a0a0a0a-1111-4222-8333-444444444444';

export function buildDraft(overrides: Partial<Draft> = {}): Draft {
  const time = new Date(Date.now() - 2 * 60 * 60_000).toISOString();
  return {
    _id: '00000000000000000000dada',
    key: DRAFT_KEY,
    blogTitle: 'अस्सी घाट की सुबह',
    blogHtml: '<p>भोर में नाव चली, and the river was quiet. The boatman sang.</p>',
    blogImage: '',
    blogImageAlt: '',
    blogImageMeta: null,
    blogLocation: 'Varanasi',
    placeId: null,
    place: null,
    isPlaceChosen: false,
    visitedOn: null,
    visibility: 'members',
    isUnpublished: false,
    publishAt: null,
    publishError: null,
    publishErrorCode: null,
    baseVersion: null,
    version: 3,
    createdAt: time,
    updatedAt: time,
    ...overrides,
  };
}

export const DRAFT_STATES: readonly ScreenState[] = [
  {
    screen: 'my posts',
    state: 'drafts',
    viewer: 'reader',
    async show(page) {
      const edit = {
        key: DRAFT_KEY.replace('0', '1'),
        blogTitle: 'Night train',
        postId: '00000000000000000000dada',
      };
      await mockResponse(page, '/drafts', {
        json: { drafts: [buildDraft(), buildDraft(edit)], nextCursor: null },
      });
      await openPage(page, '/my-posts?tab=drafts');
      await expect(page.getByRole('link', { name: 'Night train' })).toBeVisible();
    },
  },
  {
    screen: 'my posts',
    state: 'no drafts',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/drafts', { json: { drafts: [], nextCursor: null } });
      await openPage(page, '/my-posts?tab=drafts');
      await expect(page.getByText('No drafts')).toBeVisible();
    },
  },
  {
    screen: 'my posts',
    state: 'deleted stories',
    viewer: 'writer',
    async show(page, { story, longStory }) {
      const getCard = async (slug: string) =>
        (await (await page.request.get(`/api/post/getpost/${slug}`)).json()).post;
      const [first, second] = await Promise.all([story.slug, longStory.slug].map(getCard));
      const deletedAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
      const posts = [
        { ...first, excerpt: '', deletedAt: deletedAgo(1.5) },
        { ...second, excerpt: '', deletedAt: deletedAgo(9.5) },
      ];
      await mockResponse(page, '/post/deleted', { json: { posts, nextCursor: null } });
      await openPage(page, '/my-posts?tab=deleted');
      await expect(page.getByText('Less than a minute left')).toBeVisible();
    },
  },
  {
    screen: 'my posts',
    state: 'no deleted stories',
    viewer: 'reader',
    async show(page) {
      await openPage(page, '/my-posts?tab=deleted');
      await expect(page.getByText('No deleted stories')).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'a draft is offered',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/drafts', { json: { drafts: [buildDraft()], nextCursor: null } });
      await openPage(page, '/add-posts');
      await expect(page.getByRole('link', { name: /^Continue “अस्सी घाट की सुबह”/ })).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'the draft is being saved',
    viewer: 'reader',
    async show(page) {
      await neverRespond(page, '/drafts/');
      await openEditor(page, '/add-posts');
      await expect(page.getByText('Saving…', { exact: true })).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'the draft is saved',
    viewer: 'reader',
    async show(page) {
      await openEditor(page, '/add-posts');
      await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'the draft is saved nowhere',
    viewer: 'reader',
    async show(page) {
      await page.addInitScript(() => {
        IDBObjectStore.prototype.put = () => {
          throw new DOMException('The device is full', 'QuotaExceededError');
        };
      });
      await mockResponse(page, `/drafts/*`, { status: 503, json: { message: 'Busy', code: 'unavailable' } });
      await openEditor(page, '/add-posts');
      await expect(page.getByText('Not saved. Trying again…', { exact: true })).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'saved on this device',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, `/drafts/*`, { status: 503, json: { message: 'Busy', code: 'unavailable' } });
      await openEditor(page, '/add-posts');
      await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'the draft was changed elsewhere',
    viewer: 'reader',
    async show(page) {
      await page.route(`**/api/drafts/${DRAFT_KEY}`, (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 409, json: { message: 'Changed', code: 'draft_version_behind' } })
          : route.fulfill({ json: { draft: buildDraft() } }),
      );
      await page.goto(`/add-posts?draft=${DRAFT_KEY}`);
      await page
        .getByRole('textbox', { name: 'Your story' })
        .fill('भोर में दो नावें चलीं, and the river was loud. The boatman sang.');
      await expect(page.getByRole('region', { name: 'Written elsewhere' })).toBeVisible();
    },
  },
];
