import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { conversation, openConversation, sendMessageByApi } from './conversation.ts';
import { expect, test } from './fixtures.ts';
import { scrollTop, waitForStableScrollTop, waitForStableTop } from './scroll.ts';

/** Back to a list that scrolls in an element of its own, or whose rows are loaded page by page. */

const WIDTHS = [375, 1280];
/** More than three pages of a conversation. */
const MESSAGES = 130;
const CONTACTS = 150;
const CONTACTS_PER_PAGE = 50;
/** Two pages. */
const NOTIFICATIONS = 40;
/** Rounding of up to half a pixel per measured row. */
const MAX_SHIFT_PX = 3;

async function publish(page: Page): Promise<{ _id: string; blogTitle: string }> {
  const blogTitle = `ஒரு பயணம் ${randomUUID().slice(0, 8)}`;
  const data = { blogTitle, blogContent: 'রাস্তা দীর্ঘ, চা গরম। '.repeat(12), blogLocation: 'काशी' };
  const response = await page.request.post('/api/post/create-post', { data });
  expect(response.status()).toBe(201);
  return (await response.json()).post;
}

/** Scrolls a list towards one end until the element has been loaded, then to the element. */
async function scrollListTo(element: Locator, list: Locator, end: 'top' | 'bottom'): Promise<number> {
  await expect(async () => {
    await list.evaluate((scroller, end) => {
      scroller.scrollTop = end === 'top' ? 0 : scroller.scrollHeight;
    }, end);
    await expect(element).toBeAttached({ timeout: 250 });
  }).toPass({ timeout: 60_000 });
  await element.evaluate((target) => target.scrollIntoView({ block: 'center' }));
  return waitForStableTop(element);
}

/**
 * Clicks a link. @returns its distance from the top of the viewport then: a list may still move, or mount the row
 * again, until the click.
 */
async function clickAt(link: Locator): Promise<number> {
  const top = link.page().evaluate(
    () =>
      new Promise<number>((resolve) => {
        const measure = ({ target }: Event) => {
          const clicked = target instanceof Element ? target.closest('a') : null;
          if (clicked) resolve(clicked.getBoundingClientRect().top);
        };
        document.addEventListener('pointerdown', measure, { capture: true });
      }),
  );
  await link.click();
  return top;
}

/** Waits until the element is as far from the top of the viewport as before. */
async function expectTop(element: Locator, before: number): Promise<void> {
  await expect(element).toBeInViewport();
  await expect
    .poll(async () => Math.abs((await waitForStableTop(element)) - before))
    .toBeLessThan(MAX_SHIFT_PX);
}

for (const width of WIDTHS) {
  test(`a conversation at ${width} px, scrolled up, after Back from a story in it and after a reload: shows the same messages`, async ({
    newUser,
  }) => {
    test.slow();
    const writer = await newUser('மீனா ராஜன்');
    const { page, _id } = await newUser('अनन्या', { viewport: { width, height: 780 } });
    const { _id: postId, blogTitle } = await publish(writer.page);
    for (let number = 1; number <= MESSAGES; number += 1) {
      const data =
        number === 10 ? { text: '', postId } : { text: `${number} ${'নদী ধূসর। '.repeat(number % 7)}` };
      expect((await page.request.post(`/api/message/send/${writer._id}`, { data })).status()).toBe(201);
    }
    const newest = conversation(page).getByText(`${MESSAGES} `);
    await openConversation(page, writer._id);
    await expect(newest).toBeInViewport();
    const story = conversation(page).getByRole('link', { name: blogTitle });
    await scrollListTo(story, conversation(page), 'top');

    const before = await clickAt(story);
    await expect(page.getByRole('heading', { level: 1, name: blogTitle })).toBeVisible();
    await page.goBack();
    await expectTop(story, before);
    await page.reload();
    await expectTop(story, before);

    // The unread message stays unread, below.
    await story.click();
    await expect(page.getByRole('heading', { level: 1, name: blogTitle })).toBeVisible();
    await sendMessageByApi(writer.page.request, _id, 'কোন ঘাট?');
    await expect(page).toHaveTitle(/^\(1\) /);
    await page.goBack();
    await expectTop(story, before);
    await expect(page).toHaveTitle(/^\(1\) /);
    await page.getByRole('button', { name: '1 new message' }).click();
    await expect(conversation(page).getByText('কোন ঘাট?')).toBeInViewport();
    await expect(conversation(page).getByText('New', { exact: true })).toBeInViewport();
    await expect(page).toHaveTitle(/^[^(]/);

    // Left at its end, or opened anew, the conversation shows its end.
    await page.getByRole('link', { name: 'மீனா ராஜன்' }).last().click();
    // The URL changes before the page: while its script is loading, Back would only cancel the navigation.
    await expect(page.getByRole('heading', { level: 1, name: 'மீனா ராஜன்' })).toBeVisible();
    await sendMessageByApi(page.request, writer._id, 'சென்னை');
    await page.goBack();
    await expect(conversation(page).getByText('சென்னை')).toBeInViewport();
    await scrollListTo(story, conversation(page), 'top');
    await page.getByRole('link', { name: 'Safarnama, home' }).click();
    await page.getByRole('link', { name: 'Chats' }).click();
    await page
      .getByRole('link', { name: /மீனா ராஜன்/ })
      .first()
      .click();
    await expect(conversation(page).getByText('சென்னை')).toBeInViewport();
  });

  test(`the list of contacts at ${width} px, scrolled down, after Back and after a reload: shows the same people`, async ({
    newUser,
  }) => {
    const { page } = await newUser('Kavya Iyer', { viewport: { width, height: 780 } });
    const idOf = (index: number) => index.toString(16).padStart(24, 'a');
    await page.route('**/api/message/get-all-users**', async (route) => {
      const start = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      const end = start + CONTACTS_PER_PAGE;
      await route.fulfill({
        json: Array.from({ length: CONTACTS_PER_PAGE }, (_, index) => ({
          _id: idOf(start + index),
          fullName: `பயணி ${start + index + 1}`,
          profilePic: '',
          unreadCount: 0,
          isBlocked: false,
        })),
        headers: end < CONTACTS ? { Link: `</api/message/get-all-users?cursor=${end}>; rel="next"` } : {},
      });
    });
    await page.goto('/chat');
    const people = page.getByRole('list', { name: 'People' });
    const person = people.getByRole('link', { name: `பயணி ${CONTACTS - 20}` });
    const before = await scrollListTo(person, people.locator('..'), 'bottom');

    await page.getByRole('link', { name: 'Safarnama, home' }).click();
    await expect(people).toHaveCount(0);
    await page.goBack();
    await expectTop(person, before);
    await page.reload();
    await expectTop(person, before);

    // The list stays next to a conversation, or is replaced by it.
    await page.route(`**/api/user/${idOf(CONTACTS - 21)}`, (route) => route.abort());
    await person.click();
    await expect(page).toHaveURL(/\/chat\/a/);
    await page.goBack();
    await expectTop(person, before);
  });
}

test('notifications, after Back from one on the second page: have the same scroll position', async ({
  newUser,
}) => {
  const { page } = await newUser('आनंदी', { viewport: { width: 375, height: 780 } });
  const reader = await newUser('Kavya Iyer');
  const { _id, blogTitle } = await publish(page);
  for (let number = 1; number <= NOTIFICATIONS; number += 1) {
    const data = { text: `${number}` };
    expect((await reader.page.request.post(`/api/post/${_id}/comments`, { data })).status()).toBe(201);
  }
  await page.goto('/notifications');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(NOTIFICATIONS / 2);
  await page.getByRole('button', { name: 'Show older notifications' }).click();
  await expect(rows).toHaveCount(NOTIFICATIONS);
  await rows.nth(35).scrollIntoViewIfNeeded();
  const before = await waitForStableScrollTop(page);

  await rows.nth(35).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: blogTitle })).toBeVisible();
  await page.goBack();

  await expect(rows).toHaveCount(NOTIFICATIONS);
  await expect.poll(() => scrollTop(page)).toBe(before);
});
