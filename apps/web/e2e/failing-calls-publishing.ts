import type { Page } from '@playwright/test';
import { type Call, expectEditorContent, openAt, openEditor } from './failing-call.ts';
import { expect } from './fixtures.ts';
import { mockResponse } from './screen-state.ts';
import { buildDraft, DRAFT_KEY } from './states-drafts.ts';

const IN_A_WEEK = () => new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString();

async function openScheduled(page: Page): Promise<void> {
  await mockResponse(page, `/drafts/${DRAFT_KEY}`, {
    json: { draft: buildDraft({ publishAt: IN_A_WEEK() }) },
  });
  await openAt(page, `/add-posts?draft=${DRAFT_KEY}`);
}

export const PUBLISHING_CALLS: readonly Call[] = [
  {
    name: 'schedule a story',
    method: 'PUT',
    path: /^\/drafts\/[\w-]+\/schedule/,
    viewer: 'reader',
    fallback: "The story couldn't be scheduled. Please try again.",
    open: (page) => openEditor(page, '/add-posts'),
    async trigger(page) {
      await page.getByRole('radio', { name: 'At a set time' }).check();
      await page.getByLabel('Date and time').fill(IN_A_WEEK().slice(0, 16));
      await page.getByRole('button', { name: 'Schedule' }).click();
    },
    expectInputPreserved: expectEditorContent,
  },
  {
    name: 'cancel the schedule of a story',
    method: 'PUT',
    path: /^\/drafts\/[\w-]+\/schedule/,
    viewer: 'reader',
    fallback: "The schedule couldn't be cancelled. Please try again.",
    open: openScheduled,
    trigger: (page) => page.getByRole('button', { name: 'Cancel the schedule' }).click(),
    expectInputPreserved: (page) => expect(page.getByText(/^Will be published on /)).toBeVisible(),
  },
  {
    name: 'unpublish a story',
    method: 'POST',
    path: /^\/post\/\w+\/unpublish/,
    viewer: 'writer',
    fallback: "Couldn't unpublish your story. Please try again.",
    open: (page, { story }) => openAt(page, `/post/${story.slug}`),
    trigger: (page) => page.getByRole('button', { name: 'Unpublish' }).click(),
    expectInputPreserved: (page) => expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible(),
  },
  {
    name: 'publish an unpublished story again',
    method: 'POST',
    path: /^\/post\/create-post/,
    viewer: 'writer',
    fallback: "Couldn't publish your story again. Please try once more.",
    async open(page, { story }) {
      const { post } = await (await page.request.get(`/api/post/getpost/${story.slug}`)).json();
      const { blogTitle, blogHtml, blogImage, blogImageAlt, blogImageMeta, blogLocation, place } = post;
      const { visibility, visitedOn } = post;
      // Undo is offered only when the draft has the content of the story.
      const draft = buildDraft({
        blogTitle,
        blogHtml,
        blogImage,
        blogImageAlt,
        blogImageMeta,
        blogLocation,
        placeId: place?._id ?? null,
        visibility,
        visitedOn,
        postId: story._id,
        isUnpublished: true,
        version: 1,
      });
      await mockResponse(page, `/post/${story._id}/unpublish`, { json: { draft } });
      await openAt(page, `/post/${story.slug}`);
      await page.getByRole('button', { name: 'Unpublish' }).click();
    },
    trigger: (page) => page.getByRole('button', { name: 'Undo' }).click(),
    expectInputPreserved: (page) => expect(page.getByRole('button', { name: 'Undo' })).toBeVisible(),
  },
];
