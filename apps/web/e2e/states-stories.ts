import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import {
  expectHeading,
  mockResponse,
  neverRespond,
  openPage,
  type ScreenState,
  SERVER_ERROR,
} from './screen-state.ts';
import { ANDROID_FIREFOX, signInElsewhere, waitForSocket } from './sessions.ts';
import type { World } from './world.ts';

export const STORY_STATES: readonly ScreenState[] = [
  {
    screen: 'about',
    state: 'guest',
    viewer: 'guest',
    allRuns: true,
    show: (page) => openPage(page, '/about'),
  },
  {
    screen: 'contact',
    state: 'guest',
    viewer: 'guest',
    allRuns: true,
    show: (page) => openPage(page, '/contact'),
  },
  {
    screen: 'not found',
    state: 'guest',
    viewer: 'guest',
    allRuns: true,
    show: (page) => openPage(page, '/no/such/page'),
  },
  {
    screen: 'home',
    state: 'stories',
    viewer: 'reader',
    allRuns: true,
    async show(page) {
      await page.goto('/');
      // Stories of other tests may have pushed a certain one off the first page.
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  },
  {
    screen: 'home',
    state: 'loading',
    viewer: 'reader',
    async show(page) {
      await neverRespond(page, '/post/getposts');
      await openPage(page, '/');
    },
  },
  {
    screen: 'home',
    state: 'empty',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/post/getposts', { json: { posts: [], nextCursor: null } });
      await page.goto('/');
      await expect(page.getByText('No Post Yet')).toBeVisible();
    },
  },
  {
    screen: 'home',
    state: 'failed',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/post/getposts', SERVER_ERROR);
      await page.goto('/');
      await expect(page.getByText('Something went wrong')).toBeVisible();
    },
  },
  {
    screen: 'home',
    state: 'server unreachable',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/auth/check-auth', SERVER_ERROR);
      await page.goto('/');
      await expectHeading(page, "The server isn't responding");
    },
  },
  {
    screen: 'post',
    state: 'by another author',
    viewer: 'reader',
    allRuns: true,
    async show(page, { story }) {
      await page.goto(`/post/${story.slug}`);
      await expectHeading(page, story.blogTitle);
      await expect(page.getByText('எந்தப் படித்துறை?')).toBeVisible();
    },
  },
  {
    screen: 'post',
    state: 'own',
    viewer: 'writer',
    async show(page, { story }) {
      await page.goto(`/post/${story.slug}`);
      await expect(page.getByRole('button', { name: 'Delete Post' })).toBeVisible();
      await expect(page.getByText('எந்தப் படித்துறை?')).toBeVisible();
    },
  },
  {
    screen: 'post',
    state: 'text settings',
    viewer: 'reader',
    show: (page, { story }) => openTextSettings(page, story, 'first'),
  },
  {
    screen: 'post',
    state: 'text settings in the bar below',
    viewer: 'reader',
    show: (page, { story }) => openTextSettings(page, story, 'last'),
  },
  {
    screen: 'post',
    state: 'deleted',
    viewer: 'writer',
    async show(page, { story }) {
      const json = { _id: story._id, message: 'Post deleted' };
      await mockResponse(page, `/post/delete-post/${story._id}`, { json });
      await page.goto(`/post/${story.slug}`);
      await page.getByRole('button', { name: 'Delete Post' }).click();
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      await expectHeading(page, 'My Posts');
    },
  },
  {
    screen: 'post',
    state: 'a title without spaces',
    viewer: 'reader',
    async show(page, { longStory }) {
      await page.goto(`/post/${longStory.slug}`);
      await expectHeading(page, /சென்னை/);
    },
  },
  {
    screen: 'post',
    state: 'loading',
    viewer: 'reader',
    async show(page) {
      await neverRespond(page, '/post/getpost/');
      await page.goto('/post/some-story');
      await expect(page.getByText('Loading post...')).toBeVisible();
    },
  },
  {
    screen: 'post',
    state: 'missing',
    viewer: 'reader',
    async show(page) {
      await page.goto('/post/no-such-story');
      await expect(page.getByText('Post not found.')).toBeVisible();
    },
  },
  {
    screen: 'post',
    state: 'failed',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/post/getpost/some-story', SERVER_ERROR);
      await page.goto('/post/some-story');
      await expect(page.getByText('Error: Something went wrong')).toBeVisible();
    },
  },
  {
    screen: 'my posts',
    state: 'stories',
    viewer: 'writer',
    allRuns: true,
    async show(page, { story }) {
      await page.goto('/my-posts');
      await expect(page.getByRole('link', { name: story.blogTitle }).first()).toBeVisible();
    },
  },
  {
    screen: 'my posts',
    state: 'empty',
    viewer: 'reader',
    async show(page) {
      await page.goto('/my-posts');
      await expect(page.getByText('No Post Yet')).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'new',
    viewer: 'reader',
    show: (page) => openEditor(page, '/add-posts'),
  },
  {
    screen: 'write',
    state: 'rejected without a title',
    viewer: 'reader',
    async show(page) {
      await openEditor(page, '/add-posts');
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByText('Title and content are required.').first()).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'leaving while the story is being sent',
    viewer: 'reader',
    async show(page) {
      await neverRespond(page, '/post/create-post');
      await openEditor(page, '/add-posts');
      await page.getByLabel('Title').fill('अस्सी घाट');
      await page.getByRole('textbox', { name: 'Your story' }).fill('भोर');
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('dialog', { name: 'Your story is still uploading' })).toBeVisible();
    },
  },
  {
    screen: 'write',
    state: 'edit',
    viewer: 'writer',
    allRuns: true,
    show: (page, { story }) => openEditor(page, `/add-posts?edit=${story._id}`),
  },
  {
    screen: 'bookmarks',
    state: 'notified of a new sign-in',
    viewer: 'reader',
    allRuns: true,
    async show(page, { reader }) {
      const connected = waitForSocket(page);
      await openPage(page, '/bookmarks');
      await connected;
      await signInElsewhere(reader, ANDROID_FIREFOX);
      await expect(page.getByText(/^Firefox on Android signed in/)).toBeVisible();
    },
  },
  {
    screen: 'bookmarks',
    state: 'empty',
    viewer: 'writer',
    async show(page) {
      await page.goto('/bookmarks');
      await expect(page.getByText('No bookmarks yet')).toBeVisible();
    },
  },
  {
    screen: 'author',
    state: 'stories',
    viewer: 'reader',
    async show(page, { writer }) {
      await page.goto(`/author/${writer._id}`);
      await expectHeading(page, writer.fullName);
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  },
];

/** Opens a page with the editor and waits until its lazy chunk has loaded. */
async function openEditor(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('textbox', { name: 'Your story' })).toBeVisible();
}

/** Opens the text settings above a story, or in the bar at its end. */
async function openTextSettings(
  page: Page,
  { slug, blogTitle }: World['story'],
  which: 'first' | 'last',
): Promise<void> {
  await page.goto(`/post/${slug}`);
  await expectHeading(page, blogTitle);
  await page.getByRole('button', { name: 'Text size and width' })[which]().click();
  await expect(page.getByRole('group', { name: 'Text size' })).toBeVisible();
}
