import { type Call, expectEditorContent, openAt, openEditor } from './failing-call.ts';
import { expect } from './fixtures.ts';
import { mockResponse } from './screen-state.ts';
import { buildDraft, DRAFT_KEY } from './states-drafts.ts';

/** Longer than the pause in typing after which a draft is saved. */
const AUTOSAVE_MS = 3_000;
/** Longer than the pause between two attempts to save a draft, including a pause that the server requests. */
const MAX_RETRY_MS = 61 * 60_000;
/** Longer than a deletion can be undone. */
const DELETION_MS = 11_000;

export const DRAFT_CALLS: readonly Call[] = [
  {
    name: 'save a draft',
    method: 'PUT',
    path: /^\/drafts\/[\w-]+$/,
    viewer: 'reader',
    fallback: 'Saved on this device',
    isAlwaysFallback: true,
    async open(page) {
      await page.clock.install();
      await openEditor(page, '/add-posts');
      await page.clock.runFor(AUTOSAVE_MS);
    },
    retry: (page) => page.clock.fastForward(MAX_RETRY_MS),
    expectInputPreserved: expectEditorContent,
  },
  {
    name: 'drafts',
    method: 'GET',
    path: /^\/drafts$/,
    viewer: 'reader',
    fallback: "Drafts from your other devices can't be shown right now.",
    isAlwaysFallback: true,
    suffix: ' Try again',
    open: (page) => openAt(page, '/my-posts?tab=drafts'),
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText("can't be shown right now")).toBeHidden();
    },
  },
  {
    name: 'a draft to continue',
    method: 'GET',
    path: /^\/drafts\/[\w-]+$/,
    viewer: 'reader',
    fallback: "Your draft couldn't be loaded",
    open: (page) => openAt(page, `/add-posts?draft=${DRAFT_KEY}`),
    async expectRecovered(page) {
      await mockResponse(page, `/drafts/${DRAFT_KEY}`, { json: { draft: buildDraft() } });
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByLabel('Title')).toHaveValue(buildDraft().blogTitle);
    },
  },
  {
    name: 'delete a draft',
    method: 'DELETE',
    path: /^\/drafts\/[\w-]+$/,
    viewer: 'reader',
    fallback: "The draft couldn't be deleted. Please try again.",
    async open(page) {
      await mockResponse(page, '/drafts', { json: { drafts: [buildDraft()], nextCursor: null } });
      // The error is shown only if the draft is still on the server.
      await page.route(`**/api/drafts/${DRAFT_KEY}`, (route) =>
        route.request().method() === 'GET'
          ? route.fulfill({ json: { draft: buildDraft() } })
          : route.fallback(),
      );
      await openAt(page, '/my-posts?tab=drafts');
    },
    async trigger(page) {
      await page.getByRole('button', { name: /^Delete the draft/ }).click();
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      await page.clock.fastForward(DELETION_MS);
    },
    expectInputPreserved: (page) =>
      expect(page.getByRole('link', { name: buildDraft().blogTitle })).toBeVisible(),
  },
];
