import type { Page } from '@playwright/test';
import { type Call, expectEditorContent, openAt, openEditor } from './failing-call.ts';
import { expect } from './fixtures.ts';
import { mockResponse } from './screen-state.ts';
import { openWithinApp } from './states-public.ts';

const likeButton = (page: Page) => page.getByRole('button', { name: /like/i }).first();
const bookmarkButton = (page: Page) => page.getByRole('button', { name: 'Bookmark' }).first();

export const STORY_CALLS: readonly Call[] = [
  {
    name: 'all stories',
    method: 'GET',
    path: /^\/post\/getposts/,
    viewer: 'reader',
    fallback: 'Failed to fetch all posts',
    open: (page) => openAt(page, '/'),
    expectRecovered: (page) => retry(page),
  },
  {
    name: 'own stories',
    method: 'GET',
    path: /^\/post\/my-posts/,
    viewer: 'writer',
    fallback: 'Failed to get Posts',
    open: (page) => openAt(page, '/my-posts'),
    expectRecovered: (page) => retry(page),
  },
  {
    name: 'one story',
    method: 'GET',
    path: /^\/post\/getpost\//,
    viewer: 'reader',
    fallback: 'Post not found',
    prefix: 'Error: ',
    open: (page, { story }) => page.goto(`/post/${story.slug}`).then(() => undefined),
    async expectRecovered(page, { story }) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('heading', { level: 1, name: story.blogTitle })).toBeVisible();
    },
  },
  {
    name: 'a public story',
    method: 'GET',
    path: /^\/public\/post\//,
    viewer: 'guest',
    fallback: 'Post not found',
    prefix: 'Error: ',
    // The server-rendered page already contains the story.
    open: (page, { publicStory }) => openWithinApp(page, publicStory.slug),
    async expectRecovered(page, { publicStory }) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('heading', { level: 1, name: publicStory.blogTitle })).toBeVisible();
    },
  },
  {
    name: 'a story to edit',
    method: 'GET',
    path: /^\/post\/my-posts\/[0-9a-f]{24}/,
    viewer: 'writer',
    fallback: 'Post not found',
    prefix: 'Error: ',
    open: (page, { story }) => openAt(page, `/add-posts?edit=${story._id}`),
    async expectRecovered(page, { story }) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByLabel('Title')).toHaveValue(story.blogTitle);
    },
  },
  {
    name: 'search',
    method: 'GET',
    path: /^\/post\/search/,
    viewer: 'reader',
    fallback: 'Failed to get Posts',
    open: (page) => openAt(page, `/search?q=${encodeURIComponent('काशी')}`),
    expectRecovered: (page) => retry(page),
  },
  {
    name: 'bookmarks',
    method: 'GET',
    path: /^\/post\/bookmarks/,
    viewer: 'reader',
    fallback: 'Failed to get Posts',
    open: (page) => openAt(page, '/bookmarks'),
  },
  {
    name: "an author's stories",
    method: 'GET',
    path: /^\/post\/by-author\//,
    viewer: 'reader',
    fallback: 'Failed to get Posts',
    open: (page, { writer }) => openAt(page, `/author/${writer._id}`),
    expectRecovered: (page) => retry(page),
  },
  {
    name: 'publish a story',
    method: 'POST',
    path: /^\/post\/create-post/,
    viewer: 'reader',
    fallback: 'Post Creation Failed',
    open: (page) => openEditor(page, '/add-posts'),
    trigger: (page) => page.getByRole('button', { name: 'Publish' }).click(),
    expectInputPreserved: expectEditorContent,
  },
  {
    name: 'update a story',
    method: 'PUT',
    path: /^\/post\/update-post\//,
    viewer: 'writer',
    fallback: 'Post Updation failed',
    open: (page, { story }) => openEditor(page, `/add-posts?edit=${story._id}`),
    trigger: (page) => page.getByRole('button', { name: /^update/i }).click(),
    expectInputPreserved: expectEditorContent,
  },
  {
    name: 'delete a story',
    method: 'DELETE',
    path: /^\/post\/delete-post\//,
    viewer: 'writer',
    fallback: 'Post Deletion Failed',
    open: (page, { story }) => openAt(page, `/post/${story.slug}`),
    trigger: (page) => page.getByRole('button', { name: 'Delete Post' }).click(),
    expectInputPreserved: (page) => expect(page.getByRole('button', { name: 'Delete Post' })).toBeVisible(),
  },
  {
    name: 'restore a deleted story',
    method: 'POST',
    path: /^\/post\/\w+\/undelete/,
    viewer: 'writer',
    fallback: "Couldn't restore your story. Please try again.",
    async open(page, { story }) {
      const json = { _id: story._id, message: 'Post deleted' };
      await mockResponse(page, `/post/delete-post/${story._id}`, { json });
      await openAt(page, `/post/${story.slug}`);
      await page.getByRole('button', { name: 'Delete Post' }).click();
    },
    trigger: (page) => page.getByRole('button', { name: 'Undo' }).click(),
    expectInputPreserved: (page) => expect(page.getByRole('button', { name: 'Undo' })).toBeVisible(),
  },
  {
    name: 'deleted stories',
    method: 'GET',
    path: /^\/post\/deleted/,
    viewer: 'reader',
    fallback: 'Failed to get Posts',
    open: (page) => openAt(page, '/my-posts?tab=deleted'),
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('No deleted stories')).toBeVisible();
    },
  },
  {
    name: 'versions of a story',
    method: 'GET',
    path: /^\/post\/\w+\/revisions$/,
    viewer: 'writer',
    fallback: "The versions couldn't be loaded",
    open: (page, { story }) => openAt(page, `/my-posts/${story._id}/versions`),
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('link', { name: /^Version 1/ })).toBeVisible();
    },
  },
  {
    name: 'a version of a story',
    method: 'GET',
    path: /^\/post\/\w+\/revisions\/1$/,
    viewer: 'writer',
    fallback: "The versions couldn't be loaded",
    open: (page, { story }) => openAt(page, `/my-posts/${story._id}/versions/1`),
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(
        page.getByRole('region', { name: 'Version 1' }).getByText('The river was grey'),
      ).toBeVisible();
    },
  },
  {
    name: 'restore a version of a story',
    method: 'POST',
    path: /^\/post\/\w+\/revisions\/1\/restore$/,
    viewer: 'writer',
    fallback: "Couldn't restore this version. Please try again.",
    async open(page, { changedStory }) {
      await openAt(page, `/my-posts/${changedStory._id}/versions/1`);
      await expect(page.getByRole('button', { name: 'Restore this version' })).toBeVisible();
    },
    trigger: (page) => page.getByRole('button', { name: 'Restore this version' }).click(),
    expectInputPreserved: (page) =>
      expect(page.getByRole('button', { name: 'Restore this version' })).toBeVisible(),
  },
  {
    name: 'like',
    method: 'PUT',
    path: /^\/post\/\w+\/like/,
    viewer: 'reader',
    fallback: "Couldn't save your like. Please try again.",
    open: (page, { story }) => openAt(page, `/post/${story.slug}`),
    trigger: (page) => likeButton(page).click(),
    expectInputPreserved: (page) => expect(likeButton(page)).toHaveAttribute('aria-pressed', 'false'),
  },
  {
    name: 'bookmark',
    method: 'PUT',
    path: /^\/post\/\w+\/bookmark/,
    viewer: 'reader',
    fallback: "Couldn't save your bookmark. Please try again.",
    open: (page, { story }) => openAt(page, `/post/${story.slug}`),
    trigger: (page) => bookmarkButton(page).click(),
    expectInputPreserved: (page) => expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'false'),
  },
  {
    name: 'removal of a like',
    method: 'DELETE',
    path: /^\/post\/\w+\/like/,
    viewer: 'reader',
    fallback: "Couldn't save your like. Please try again.",
    async open(page, { story }) {
      await page.request.put(`/api/post/${story._id}/like`);
      await openAt(page, `/post/${story.slug}`);
    },
    trigger: (page) => likeButton(page).click(),
    expectInputPreserved: (page) => expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true'),
    async expectRecovered(page) {
      await likeButton(page).click();
      await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'false');
    },
  },
  {
    name: 'removal of a bookmark',
    method: 'DELETE',
    path: /^\/post\/\w+\/bookmark/,
    viewer: 'reader',
    fallback: "Couldn't save your bookmark. Please try again.",
    async open(page, { story }) {
      await page.request.put(`/api/post/${story._id}/bookmark`);
      await openAt(page, `/post/${story.slug}`);
    },
    trigger: (page) => bookmarkButton(page).click(),
    expectInputPreserved: (page) => expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'true'),
    async expectRecovered(page) {
      await bookmarkButton(page).click();
      await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'false');
    },
  },
  {
    name: 'comment',
    method: 'POST',
    path: /^\/post\/\w+\/comments/,
    viewer: 'reader',
    fallback: 'Error',
    async open(page, { story }) {
      await openAt(page, `/post/${story.slug}`);
      await page.getByLabel('Your comment', { exact: true }).fill('அருமை!');
    },
    trigger: (page) => page.getByRole('button', { name: 'Post comment' }).click(),
    expectInputPreserved: (page) =>
      expect(page.getByLabel('Your comment', { exact: true })).toHaveValue('அருமை!'),
  },
  {
    name: 'reply',
    method: 'POST',
    path: /^\/post\/\w+\/comments/,
    viewer: 'reader',
    fallback: 'Error',
    async open(page, { story }) {
      await openAt(page, `/post/${story.slug}`);
      await page.getByRole('button', { name: 'Reply to Kavya Iyer' }).click();
      await page.getByLabel('Your reply to Kavya Iyer').fill('அருமை!');
    },
    trigger: (page) => page.getByRole('button', { name: 'Post reply' }).click(),
    expectInputPreserved: (page) => expect(page.getByLabel('Your reply to Kavya Iyer')).toHaveValue('அருமை!'),
  },
  {
    name: 'change of a comment',
    method: 'PUT',
    path: /^\/post\/\w+\/comments/,
    viewer: 'reader',
    fallback: 'Error',
    async open(page, { story }) {
      await openAt(page, `/post/${story.slug}`);
      await page.getByRole('button', { name: 'Edit your comment' }).click();
      await page.getByLabel('Your edited comment').fill('எந்த இடம்?');
    },
    trigger: (page) => page.getByRole('button', { name: 'Save', exact: true }).click(),
    expectInputPreserved: (page) => expect(page.getByLabel('Your edited comment')).toHaveValue('எந்த இடம்?'),
  },
  {
    name: 'deletion of a comment',
    method: 'DELETE',
    path: /^\/post\/\w+\/comments/,
    viewer: 'reader',
    fallback: 'Error',
    open: (page, { story }) => openAt(page, `/post/${story.slug}`),
    async trigger(page) {
      await page.getByRole('button', { name: /^Delete the comment/ }).click();
      await page.getByRole('button', { name: 'Delete comment', exact: true }).click();
    },
    expectInputPreserved: (page) => expect(page.getByText('எந்தப் படித்துறை?')).toBeVisible(),
  },
  {
    name: 'comments',
    method: 'GET',
    path: /^\/post\/\w+\/comments/,
    viewer: 'reader',
    fallback: 'Error',
    suffix: ' Try again',
    open: (page, { story }) => openAt(page, `/post/${story.slug}`),
    expectInputPreserved: (page) =>
      expect(page.getByText('The river was grey at five').first()).toBeVisible(),
  },
];

async function retry(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByRole('article').first()).toBeVisible();
}
