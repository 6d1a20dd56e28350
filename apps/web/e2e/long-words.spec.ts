import type { Page } from '@playwright/test';
import { composer, openBlockDialog } from './conversation.ts';
import { drawPicture } from './draw-picture.ts';
import { expect, test } from './fixtures.ts';
import { openForm } from './story-form.ts';

/** Builds text of this length in which no line can break. */
const word = (length: number) => 'Thiruvananthapuram'.repeat(300).slice(0, length);
const NAME = word(80);
const TITLE = word(200);
/** Differs from all other text, so that the search finds nothing. */
const QUERY = `Q${word(199)}`;
const WIDTHS = [320, 375, 1280];

/** Checks at each width that the page does not scroll sideways and that no control or text is cut off. */
async function expectToFit(page: Page, screen: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const { excess, excessInTopBar, outside } = await page.evaluate(findOverflow);
    expect.soft(excess, `${screen} at ${width} px: pixels beyond the page`).toBeLessThanOrEqual(0);
    expect.soft(excessInTopBar, `${screen} at ${width} px: pixels beyond the top bar`).toBeLessThanOrEqual(0);
    expect.soft(outside, `${screen} at ${width} px: outside of the page`).toEqual([]);
  }
}

/** Runs in the page. */
function findOverflow(): { excess: number; excessInTopBar: number; outside: string[] } {
  const { clientWidth, scrollWidth } = document.documentElement;
  const isOutside = (element: Element) => {
    // A row that the reader scrolls is checked as a whole.
    if (element.closest('[data-scrolls-sideways] > *')) return false;
    const { left, right, width } = element.getBoundingClientRect();
    // Ignores text for screen readers, which is one pixel wide.
    return width > 1 && (left < -1 || right > clientWidth + 1);
  };
  const elements = [
    ...document.querySelectorAll(
      'a, button, input, textarea, [role=textbox], h1, h2, h3, p, [data-scrolls-sideways]',
    ),
  ];
  const topBar = document.querySelector('[data-site-bar="top"]');
  return {
    // On a phone the bar is hidden while a message is written.
    excessInTopBar: topBar?.clientHeight ? topBar.scrollHeight - topBar.clientHeight : 0,
    excess: scrollWidth - clientWidth,
    outside: elements.filter(isOutside).map(({ outerHTML }) => outerHTML.slice(0, 80)),
  };
}

async function post(page: Page, url: string, data: object) {
  const response = await page.request.post(url, { data });
  expect(response.ok(), `${url}: ${await response.text()}`).toBe(true);
  return response.json();
}

/** Publishes a story whose every field is one long word, with a comment. */
async function createStory(page: Page): Promise<{ _id: string; slug: string }> {
  const image = `data:image/jpeg;base64,${(await drawPicture(600)).toString('base64')}`;
  const html = `<p>${word(400)}</p><h2>${word(150)}</h2><ul><li>${word(200)}</li></ul><blockquote><a href="https://example.org/">${word(200)}</a></blockquote>`;
  const { post: story } = await post(page, '/api/post/create-post', {
    blogTitle: TITLE,
    blogContent: word(400),
    blogHtml: html,
    blogImage: image,
    blogImageAlt: word(300),
    blogLocation: word(120),
  });
  await post(page, `/api/post/${story._id}/comments`, { text: word(2_000) });
  return story;
}

test('the story form with long words in every field: fits', async ({ newUser }) => {
  const { page } = await newUser(NAME);
  const story = await openForm(page);
  const buffer = await drawPicture(600);
  await page
    .getByLabel('Add a picture')
    .first()
    .setInputFiles({ name: `${word(200)}.jpg`, mimeType: 'image/jpeg', buffer });

  await page.getByLabel('Title').fill(TITLE);
  await story.fill(word(400));
  await page.getByLabel('Describe the picture').fill(word(300));
  await page.getByLabel('Location').fill(word(120));

  await expectToFit(page, 'the form');
});

test('long words in stories, comments and searches: fit', async ({ newUser }) => {
  const { _id, page } = await newUser(NAME);
  const { _id: storyId, slug } = await createStory(page);
  await page.request.put(`/api/post/${storyId}/bookmark`);

  for (const path of ['/', '/my-posts', '/bookmarks', `/author/${_id}`, `/search?q=${TITLE.slice(0, 18)}`]) {
    await page.goto(path);
    await expect(page.getByRole('article').filter({ hasText: TITLE }).first()).toBeVisible();
    await expectToFit(page, path.split('?')[0] ?? path);
  }

  // In quotes: otherwise the search would correct it to the word of the story.
  await page.goto(`/search?q=%22${QUERY.slice(2)}%22`);
  await expect(page.getByText('No stories found')).toBeVisible();
  await expectToFit(page, 'a search without results');

  await page.goto(`/post/${slug}`);
  await expect(page.getByText(word(2_000))).toBeVisible();
  await page.getByRole('textbox', { name: 'Comment' }).fill(word(500));
  await expectToFit(page, 'the story');
  await page.getByRole('button', { name: /^Delete the comment by Thiru/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectToFit(page, 'the delete dialog of a comment');

  await page.route('**/media/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByText(word(2_000))).toBeVisible();
  await expectToFit(page, 'the story without its picture');
});

test('names and messages with long words: fit in the chat', async ({ newUser }) => {
  const { _id, page } = await newUser(NAME);
  const partner = await newUser(NAME);
  const image = `data:image/jpeg;base64,${(await drawPicture(600)).toString('base64')}`;
  const message = await post(partner.page, `/api/message/send/${_id}`, { text: word(300), image });
  await post(page, `/api/message/send/${partner._id}`, { text: word(300), replyTo: message._id });

  await page.goto('/chat');
  await expect(page.getByRole('link', { name: new RegExp(NAME) }).first()).toBeVisible();
  await expectToFit(page, 'the contacts');

  await page.goto(`/chat/${partner._id}`);
  const rows = page.locator('article');
  await expect(rows).toHaveCount(2);
  await composer(page).fill(word(300));
  // Hidden until they are measured; until then, they cannot be focused.
  await expect(rows.last()).toBeVisible();
  await rows.last().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Reply' }).click();
  await expect(page.getByRole('button', { name: 'Cancel reply' })).toBeVisible();
  await expectToFit(page, 'the conversation');
  await page.keyboard.press('Escape');
  const picture = rows.first().getByRole('button', { name: /^Picture sent by Thiru/ });
  const dialog = page.getByRole('dialog');
  // The list may still move for the smaller composer while the mouse button is down, which is no click.
  await expect(async () => {
    if (await dialog.isHidden()) await picture.click();
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expectToFit(page, 'a picture of the conversation');
  await page.keyboard.press('Escape');

  await openBlockDialog(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectToFit(page, 'the block dialog');
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText(`You blocked ${NAME}.`)).toBeVisible();
  await expectToFit(page, 'the blocked conversation');

  await page.goto('/update-profile');
  await expect(page.getByRole('button', { name: `Unblock ${NAME}` })).toBeVisible();
  await page.getByLabel('Full name').fill(word(80));
  await expectToFit(page, 'the profile');
});

test('long words in the fields for guests: fit', async ({ openPage }) => {
  const page = await openPage(null);
  await page.goto('/login');
  await page.getByLabel('Email').fill(`${word(200)}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(word(200));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await expectToFit(page, 'sign-in');

  await page.goto('/signup');
  await page.getByLabel('Full name').fill(NAME);
  await page.getByLabel('Email').fill(word(200));
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expectToFit(page, 'sign-up');
});
