import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { composer, conversation, expectStates, openConversation } from './conversation.ts';
import { expect, type NewUser, test } from './fixtures.ts';

/** A reader asks the author about a story in the chat. */

const WORDS = 'The boatman sang softly.';
const MISSING = 'This story is no longer available.';

async function newStory(newUser: NewUser) {
  const author = await newUser('अनन्या मुखर्जी');
  const reader = await newUser('Kavya Iyer');
  const title = `काशी की सुबह ${randomUUID().slice(0, 8)}`;
  const data = { blogTitle: title, blogHtml: `<p>Grey at five.</p><p>${WORDS}</p>`, blogLocation: 'वाराणसी' };
  const response = await author.page.request.post('/api/post/create-post', { data });
  const { _id, slug }: { _id: string; slug: string } = (await response.json()).post;
  return { author, reader, title, _id, slug };
}

/** Opens a story and waits for the app, which replaces the text that the page shows first. */
async function openStory(page: Page, slug: string): Promise<void> {
  await page.goto(`/post/${slug}`);
  await expect(page.getByRole('button', { name: 'Ask about this story' })).toBeVisible();
}

const attached = (page: Page) => page.getByRole('group', { name: 'About this story' });
const card = (page: Page, title: string) => conversation(page).getByRole('link', { name: title });

async function selectWords(page: Page, text: string): Promise<void> {
  await page.getByText(text, { exact: true }).evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
    const range = document.createRange();
    range.selectNodeContents(element);
    document.getSelection()?.removeAllRanges();
    document.getSelection()?.addRange(range);
  });
}

test('a triple click on the last paragraph of a story: offers to ask about it', async ({ newUser }) => {
  const { reader, slug } = await newStory(newUser);
  await openStory(reader.page, slug);
  const paragraph = reader.page.getByText(WORDS, { exact: true });

  await paragraph.click({ clickCount: 3 });
  await reader.page.getByRole('button', { name: 'Ask about this', exact: true }).click();

  await expect(attached(reader.page)).toContainText(WORDS);
});

test('a story asked about: both users see its card, which follows changes, deletion and restoration of the story', async ({
  newUser,
}) => {
  const { author, reader, title, _id, slug } = await newStory(newUser);
  await openConversation(author.page, reader._id);
  await openStory(reader.page, slug);
  await reader.page.getByRole('button', { name: 'Ask about this story' }).click();

  await expect(reader.page).toHaveURL(`/chat/${author._id}`);
  await expect(attached(reader.page)).toContainText(title);
  await composer(reader.page).fill('कौन सा घाट?');
  await reader.page.getByRole('button', { name: 'Send' }).click();
  await expect(attached(reader.page)).toHaveCount(0);
  for (const { page } of [reader, author]) await expect(card(page, title)).toBeVisible();

  await card(author.page, title).click();
  await expect(author.page).toHaveURL(new RegExp(`/post/${encodeURIComponent(slug)}$`));

  // Both conversations stay open.
  await openConversation(author.page, reader._id);
  const evening = `काशी की शाम ${_id}`;
  const { request } = author.page;
  const data = { blogTitle: evening, blogHtml: '<p>शाम</p>' };
  expect((await request.put(`/api/post/update-post/${_id}`, { data })).status()).toBe(200);
  for (const { page } of [reader, author]) {
    await expect(card(page, evening)).toBeVisible();
    await expect(card(page, title)).toHaveCount(0);
  }
  await request.delete(`/api/post/delete-post/${_id}`);
  for (const { page } of [reader, author]) {
    await expect(conversation(page).getByText(MISSING)).toBeVisible();
    await expect(card(page, evening)).toHaveCount(0);
  }
  await reader.page.context().setOffline(true);
  await request.post(`/api/post/${_id}/undelete`);
  await expect(card(author.page, evening)).toBeVisible();
  await reader.page.context().setOffline(false);
  await expect(card(reader.page, evening)).toBeVisible({ timeout: 20_000 });
});

test('selected words: show a button, which the keyboard reaches; are quoted and sent without text', async ({
  newUser,
}) => {
  const { author, reader, title, slug } = await newStory(newUser);
  const { page } = reader;
  await openStory(page, slug);
  await page.getByText(WORDS, { exact: true }).dblclick({ position: { x: 40, y: 10 } });
  const ask = page.getByRole('button', { name: 'Ask about this', exact: true });
  await expect(ask).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(ask).toHaveCount(0);

  // The Tab key reaches the button after the rest of the story.
  await selectWords(page, WORDS);
  await expect(ask).toBeInViewport();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(ask).toBeFocused({ timeout: 200 });
  }).toPass();
  await page.keyboard.press('Enter');

  await expect(attached(page)).toContainText(WORDS);
  await page.reload();
  await expect(attached(page)).toContainText(title);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(conversation(page).getByText(WORDS)).toBeVisible();
  await openConversation(author.page, reader._id);
  await expect(conversation(author.page).getByText(WORDS)).toBeVisible();
  await expect(card(author.page, title)).toBeVisible();
});

test('words selected with the mouse: are quoted with a click', async ({ newUser }) => {
  const { author, reader, slug } = await newStory(newUser);
  const { page } = reader;
  await openStory(page, slug);
  const text = page.getByText(WORDS, { exact: true });
  await text.scrollIntoViewIfNeeded();
  const box = await text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right, top, height } = range.getBoundingClientRect();
    return { left, right, y: top + height / 2 };
  });
  await page.mouse.move(box.left + 1, box.y);
  await page.mouse.down();
  await page.mouse.move(box.right - 1, box.y, { steps: 5 });
  await page.mouse.up();

  await page.getByRole('button', { name: 'Ask about this', exact: true }).click();

  await expect(page).toHaveURL(`/chat/${author._id}`);
  await expect(attached(page)).toContainText(WORDS);
});

test('a question sent without a connection, then reloaded: arrives once, with its story and quoted words', async ({
  newUser,
}) => {
  const { author, reader, title, slug } = await newStory(newUser);
  const { page } = reader;
  await openStory(page, slug);
  await selectWords(page, WORDS);
  await page.getByRole('button', { name: 'Ask about this', exact: true }).click();
  await page.context().route('**/api/message/send/**', (route) => route.abort());
  await composer(page).fill('कब?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expectStates(page, ['कब?'], 'Waiting to send');
  await expect(card(page, title)).toBeVisible();

  await page.reload();
  await expect(card(page, title)).toBeVisible();
  await page.context().unroute('**/api/message/send/**');
  await expectStates(page, ['कब?'], 'Sent');

  const response = await author.page.request.get(`/api/message/${reader._id}`);
  expect((await response.json()).messages_between_sender_receiver).toMatchObject([
    { text: 'कब?', quotedText: WORDS, post: { slug, blogTitle: title, authorName: 'अनन्या मुखर्जी' } },
  ]);
});
