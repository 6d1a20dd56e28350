import type { Locator, Page } from '@playwright/test';
import { baseUrl, expect, test } from './fixtures.ts';
import { waitForStableTop } from './scroll.ts';
import type { Account } from './world.ts';

/** A very long conversation: number of rendered rows and layout jumps. */

const MESSAGE_COUNT = 5_000;
const PAGE_SIZE = 40;
/** Upper limit for the rendered rows: those in sight plus a buffer. */
const MAX_ROWS = 60;
/** Rounding of up to half a pixel per visible row. */
const MAX_JUMP_PX = 3;
/** The virtualizer considers scrolling finished this long after the last scroll event. */
const SCROLL_END_MS = 150;
const TEXTS = [
  'வணக்கம்',
  'सुबह पाँच बजे नदी धूसर थी। नाव वाले ने कहा: क्षमा कीजिए, कल आइए — श्रद्धा और धैर्य के साथ।',
  'কোন ঘাট? 🌊\nhttps://example.org/ঘাট',
  'A road of many turns, told at length by somebody who had walked all of it. '.repeat(6),
];

const idOf = (index: number) => index.toString(16).padStart(24, 'a');
const isoDateOf = (index: number) =>
  new Date(Date.parse('2024-03-01T04:00:00.000Z') + index * 97 * 60_000).toISOString();

function buildMessages(me: string, partner: string) {
  return Array.from({ length: MESSAGE_COUNT }, (_, index) => ({
    _id: idOf(index),
    senderId: index % 3 === 0 ? me : partner,
    receiverId: index % 3 === 0 ? partner : me,
    text: `#${index + 1} ${TEXTS[index % TEXTS.length]}`,
    image: '',
    createdAt: isoDateOf(index),
  }));
}

/**
 * Mocks a conversation of MESSAGE_COUNT messages with `partner`.
 *
 * @param unreadFrom - index of the first message that is unread; by default none is.
 * @returns delay and size of its older pages, which the test may change.
 */
async function mockLongConversation(
  page: Page,
  me: Account,
  partner: Account,
  unreadFrom: number = MESSAGE_COUNT,
) {
  const paging = { delayMs: 400, size: PAGE_SIZE };
  const messages = buildMessages(me._id, partner._id);
  await page.route(`${baseUrl()}/api/message/${partner._id}?**`, async (route) => {
    const before = new URL(route.request().url()).searchParams.get('before');
    const end = before === null ? MESSAGE_COUNT : messages.findIndex(({ _id }) => _id === before);
    const start = Math.max(0, end - paging.size);
    const pageMessages = messages.slice(start, end);
    // The list must have stopped moving when the page arrives, so that any movement is a jump.
    if (before !== null) await new Promise((resolve) => setTimeout(resolve, paging.delayMs));
    await route.fulfill({
      json: {
        messages_between_sender_receiver: pageMessages,
        nextCursor: start > 0 ? pageMessages[0]?._id : null,
        changeNumber: 0,
        ownReadUpTo: idOf(unreadFrom - 1),
        unreadCount: messages.slice(unreadFrom).filter(({ senderId }) => senderId === partner._id).length,
        isBlocked: false,
        canMessage: true,
      },
    });
  });
  return paging;
}

/**
 * Scrolls to `top`, which fetches the previous page, and follows a row in the middle of the viewport in every painted
 * frame until the page is inserted.
 *
 * @param isScrolling - whether the list moves up and down by a pixel until then.
 * @returns the row's largest displacement in pixels, and the largest number of rendered rows.
 */
function watchPrepend(list: Locator, top: number, isScrolling = false) {
  return list.evaluate(
    async (element, [scrollTo, isScrolling]) => {
      const waitForPaint = () =>
        new Promise<void>((resolve) =>
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve();
            port2.postMessage(null);
          }),
        );
      element.scrollTop = scrollTo;
      for (let frame = 0; frame < 10; frame += 1) await waitForPaint();
      const middle = element.getBoundingClientRect().top + element.clientHeight / 2;
      const rows = [...element.querySelectorAll('article')];
      const anchor = rows.find((row) => row.getBoundingClientRect().bottom > middle)?.dataset['message'];
      const measureTop = () =>
        element.querySelector(`[data-message="${anchor}"]`)?.getBoundingClientRect().top ?? Number.NaN;
      const before = measureTop();
      const height = element.scrollHeight;
      const hasGrown = () => element.scrollHeight > height + 500;
      let maxJump = 0;
      let maxRowCount = 0;
      // Far longer than a page takes to load on a busy machine.
      const deadline = performance.now() + 20_000;
      let stopAt = Number.POSITIVE_INFINITY;
      while (performance.now() < Math.min(deadline, stopAt)) {
        if (isScrolling && !hasGrown()) element.scrollBy(0, element.scrollTop > scrollTo ? -1 : 1);
        await waitForPaint();
        maxJump = Math.max(maxJump, Math.abs(measureTop() - before));
        maxRowCount = Math.max(maxRowCount, element.querySelectorAll('article').length);
        if (stopAt === Number.POSITIVE_INFINITY && hasGrown()) {
          stopAt = performance.now() + 400;
        }
      }
      return { maxJump, maxRowCount, hasGrown: hasGrown() };
    },
    [top, isScrolling] as const,
  );
}

/**
 * Ends the virtualizer's wait for the end of scrolling as soon as an older page is inserted, before its rows are
 * measured, as in a browser that is busy for a moment.
 */
async function endScrollingOnInsert(page: Page): Promise<void> {
  await page.addInitScript((scrollEndMs) => {
    const { setTimeout, clearTimeout } = window;
    const pending = new Map<number | undefined, () => void>();
    Object.assign(window, {
      setTimeout(callback: () => void, delayMs?: number, ...args: unknown[]) {
        const id = setTimeout(callback, delayMs, ...args);
        if (delayMs === scrollEndMs) pending.set(id, callback);
        return id;
      },
      clearTimeout(id?: number) {
        pending.delete(id);
        clearTimeout(id);
      },
    });
    const endAll = (waits: readonly [number | undefined, () => void][]) => {
      for (const [id, callback] of waits) {
        if (!pending.has(id)) continue;
        window.clearTimeout(id);
        callback();
      }
    };
    let previousHeight = 0;
    new MutationObserver(() => {
      const height = document.querySelector('[role=log]')?.scrollHeight ?? 0;
      if (previousHeight > 0 && height > previousHeight + 500) {
        const waits = [...pending];
        // Microtasks of the app come first and may restart the wait.
        queueMicrotask(() => endAll(waits));
      }
      previousHeight = height;
    }).observe(document, { childList: true, subtree: true, attributes: true });
  }, SCROLL_END_MS);
}

test('Reliability 8: 5,000 messages: older pages load without a jump and few rows are rendered', async ({
  openPage,
  world,
}) => {
  test.slow();
  const { reader, writer } = world;
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 375, height: 700 },
  ]) {
    const page = await openPage(reader, { viewport });
    const paging = await mockLongConversation(page, reader, writer);
    await page.goto(`/chat/${writer._id}`);
    const list = page.getByRole('region', { name: `Conversation with ${writer.fullName}` });
    await expect(list.getByText(`#${MESSAGE_COUNT} `)).toBeVisible();
    await expect(list.getByRole('button', { name: 'Show older messages' })).toBeAttached();

    for (const top of [0, 150, 300, 40]) {
      const { maxJump, maxRowCount, hasGrown } = await watchPrepend(list, top);
      expect(hasGrown).toBe(true);
      expect(maxJump).toBeLessThan(MAX_JUMP_PX);
      expect(maxRowCount).toBeLessThan(MAX_ROWS);
    }

    // Scrolls up to the first message.
    Object.assign(paging, { delayMs: 0, size: 1_000 });
    await expect(async () => {
      await list.evaluate((element) => {
        element.scrollTop = 0;
      });
      await expect(list.getByText(/^#1 /)).toBeVisible({ timeout: 500 });
    }).toPass({ intervals: [100], timeout: 30_000 });
    await expect(list.getByText(/^This is the start of your conversation with/)).toBeVisible();
    expect(await list.locator('article').count()).toBeLessThan(MAX_ROWS);

    // Scrolls through the middle to the newest message: the viewport is never empty.
    for (const fraction of [0.25, 0.5, 0.75]) {
      await list.evaluate((element, fraction) => {
        element.scrollTop = element.scrollHeight * fraction;
      }, fraction);
      await expect.poll(() => list.locator('article').count()).toBeGreaterThan(2);
      expect(await list.locator('article').count()).toBeLessThan(MAX_ROWS);
    }
    await page.getByRole('button', { name: 'Jump to the latest message' }).click();
    await expect(list.getByText(`#${MESSAGE_COUNT} `)).toBeVisible();
    await page.context().close();
  }
});

for (const top of [10, 150]) {
  test(`scrolled to ${top} px: a page that arrives as scrolling ends moves nothing`, async ({
    openPage,
    world,
  }) => {
    const { reader, writer } = world;
    const page = await openPage(reader);
    await endScrollingOnInsert(page);
    await mockLongConversation(page, reader, writer);
    await page.goto(`/chat/${writer._id}`);
    const list = page.getByRole('region', { name: `Conversation with ${writer.fullName}` });
    await expect(list.getByText(`#${MESSAGE_COUNT} `)).toBeVisible();

    const { maxJump, hasGrown } = await watchPrepend(list, top, true);

    expect(hasGrown).toBe(true);
    expect(maxJump).toBeLessThan(MAX_JUMP_PX);
  });
}

test('the first unread message, first of its day: opens with the label of the day in sight', async ({
  openPage,
  world,
}) => {
  const { reader, writer } = world;
  const page = await openPage(reader, { timezoneId: 'UTC' });
  const dayOf = (index: number) => isoDateOf(index).slice(0, 10);
  let unreadFrom = MESSAGE_COUNT - PAGE_SIZE;
  while (unreadFrom % 3 === 0 || dayOf(unreadFrom) === dayOf(unreadFrom - 1)) unreadFrom -= 1;
  await mockLongConversation(page, reader, writer, unreadFrom);
  await page.goto(`/chat/${writer._id}`);

  const list = page.getByRole('region', { name: `Conversation with ${writer.fullName}` });
  await expect(list.getByText('New', { exact: true })).toBeInViewport();
  await expect(list.getByText(`#${unreadFrom + 1} `)).toBeInViewport();
  const day = new Date(isoDateOf(unreadFrom)).getUTCDate();
  await expect(list.getByRole('heading', { level: 3 }).filter({ hasText: `${day}, 202` })).toBeInViewport({
    ratio: 0.9,
  });
});

test('a long conversation by keyboard: Home and arrow keys reach rows that were not rendered', async ({
  openPage,
  world,
}) => {
  const { reader, writer } = world;
  const page = await openPage(reader);
  await mockLongConversation(page, reader, writer);
  await page.goto(`/chat/${writer._id}`);
  const list = page.getByRole('region', { name: `Conversation with ${writer.fullName}` });
  await expect(list.getByText(`#${MESSAGE_COUNT} `)).toBeVisible();
  const focused = list.locator('article:focus');

  // Tab enters a row that is in sight, so that nothing moves.
  for (const distance of [300, 50, 50, 50]) {
    await list.evaluate((element, distance) => {
      element.focus();
      element.scrollTop -= distance;
    }, distance);
    await waitForStableTop(list.getByRole('log'));
    const top = await list.evaluate((element) => element.scrollTop);
    await page.keyboard.press('Tab');
    await expect(focused).toBeInViewport({ ratio: 0.99 });
    expect(await list.evaluate((element) => element.scrollTop)).toBe(top);
  }

  await list.evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  await list.focus();
  await page.keyboard.press('Tab');
  await expect(focused).toHaveCount(1);
  await page.keyboard.press('End');
  await expect(focused).toContainText(`#${MESSAGE_COUNT} `);
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowUp');
  await expect(focused).toContainText(`#${MESSAGE_COUNT - 12} `);
  await expect(focused).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(focused).toContainText(`#${MESSAGE_COUNT - PAGE_SIZE + 1} `);
  await expect(focused).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu', { name: 'Message actions' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(focused).toContainText(`#${MESSAGE_COUNT - PAGE_SIZE + 1} `);
});
