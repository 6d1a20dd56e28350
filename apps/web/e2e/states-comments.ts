import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { mockResponse, type ScreenState } from './screen-state.ts';
import type { World } from './world.ts';

const buildId = (number: number) => number.toString(16).padStart(24, '0');

/** Comments of the writer and the reader: a thread, an edited comment, and a reply to a deleted comment. */
function buildComments({ reader, writer }: World) {
  const [asReader, asWriter] = [reader, writer].map(({ _id, fullName }) => ({
    _id,
    fullName,
    profilePic: '',
  }));
  const rows = [
    {
      text: 'எந்தப் படித்துறை? And which boat did you take, the green one or the one with the sail?',
      authorId: asReader,
    },
    { text: 'दशाश्वमेध घाट, और हरी नाव 🛶', authorId: asWriter, parentId: buildId(1) },
    { text: 'ধন্যবাদ!', authorId: asReader, parentId: buildId(1), editedAt: '2026-03-01T11:00:00.000Z' },
    { text: '', authorId: null, deletedAt: '2026-03-01T12:00:00.000Z' },
    {
      text: 'That was in winter, the fog had not lifted yet. 👩‍👩‍👧‍👦',
      authorId: asWriter,
      parentId: buildId(4),
    },
    { text: 'बहुत सुंदर', authorId: asReader },
  ];
  return rows.map((row, index) => ({
    parentId: null,
    editedAt: null,
    deletedAt: null,
    _id: buildId(index + 1),
    createdAt: `2026-03-01T10:0${index}:00.000Z`,
    ...row,
  }));
}

async function openComments(page: Page, world: World, hash = ''): Promise<void> {
  const response = { json: { comments: buildComments(world), nextCursor: null } };
  await mockResponse(page, `/post/${world.story._id}/comments`, response);
  await page.goto(`/post/${world.story.slug}${hash}`);
  await expect(page.getByText('बहुत सुंदर')).toBeVisible();
}

/** The comments of a story, with replies. */
export const COMMENT_STATES: readonly ScreenState[] = [
  {
    screen: 'comments',
    state: 'with replies, and a link to one',
    viewer: 'reader',
    allRuns: true,
    async show(page, world) {
      await openComments(page, world, `#comment-${buildId(2)}`);
      await expect(page.locator(`#comment-${buildId(2)}`)).toBeFocused();
    },
  },
  {
    screen: 'comments',
    state: 'replying and editing',
    viewer: 'reader',
    async show(page, world) {
      await openComments(page, world);
      await page.getByRole('button', { name: 'Edit your comment' }).last().click();
      await page
        .getByRole('button', { name: `Reply to ${world.reader.fullName}` })
        .first()
        .click();
      await page.getByLabel(`Your reply to ${world.reader.fullName}`).fill('இது அசி படித்துறை. '.repeat(180));
    },
  },
  {
    screen: 'comments',
    state: 'deleting one',
    viewer: 'writer',
    async show(page, world) {
      await openComments(page, world);
      await page
        .getByRole('button', { name: /^Delete the comment/ })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    screen: 'comments',
    state: 'a link to a deleted one',
    viewer: 'reader',
    async show(page, world) {
      await openComments(page, world, `#comment-${buildId(99)}`);
      await expect(page.getByText('is no longer here')).toBeVisible();
      // At the position that the link opens, the bottom bar of a phone covers part of a button until the reader
      // scrolls.
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
];
