import type { Locator } from '@playwright/test';
import { conversation, message, openConversation, sendMessageByApi } from './conversation.ts';
import { expect, test } from './fixtures.ts';

/** Layout of the conversation on phones and narrow windows. */

const PHONE = { width: 375, height: 740 };
const TOUCH = { hasTouch: true, isMobile: true };

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element is not on the screen');
  return box;
}

test('the menu button of a message on a touch screen: shows once the message is tapped', async ({
  newUser,
}) => {
  const meera = await newUser('Meera Nair', { viewport: PHONE, ...TOUCH });
  const kashi = await newUser('காசி');
  await sendMessageByApi(kashi.page.request, meera._id, 'முதல்');
  await openConversation(meera.page, kashi._id);
  const row = message(meera.page, 'முதல்');
  const opacity = () =>
    row
      .getByRole('button', { name: 'Message actions' })
      .evaluate((button) => getComputedStyle(button.parentElement?.parentElement ?? button).opacity);
  expect(await opacity()).toBe('0');

  await row.getByText('முதல்').tap();
  await expect.poll(opacity).toBe('1');
  await row.getByRole('button', { name: 'Message actions' }).tap();

  await expect(meera.page.getByRole('menuitem', { name: 'Reply' })).toBeVisible();
});

for (const width of [768, 1280]) {
  test(`the toolbar of a message at ${width} px: covers neither text nor time of any message`, async ({
    newUser,
  }) => {
    const meera = await newUser('Meera Nair', { viewport: { width, height: 800 } });
    const kashi = await newUser('காசி');
    const long = 'पहाड़ों के बीच से गुज़रती सड़क पर '.repeat(12);
    for (const text of ['हाँ', long, 'ठीक है']) {
      await sendMessageByApi(kashi.page.request, meera._id, text);
      await sendMessageByApi(meera.page.request, kashi._id, text);
    }
    await openConversation(meera.page, kashi._id);
    const rows = conversation(meera.page).getByRole('article');
    await expect(rows).toHaveCount(6);

    for (const row of await rows.all()) {
      await row.hover();
      const toolbar = row.getByRole('button', { name: 'Message actions' }).locator('..');
      await expect(toolbar).toBeInViewport({ ratio: 1 });
      const bar = await boxOf(toolbar);
      const texts = await conversation(meera.page)
        .locator('article p, article div:not(.sr-only) > time')
        .all();
      for (const text of texts) {
        const box = await boxOf(text);
        const isApart =
          box.x + box.width <= bar.x ||
          bar.x + bar.width <= box.x ||
          box.y + box.height <= bar.y ||
          bar.y + bar.height <= box.y;
        expect(isApart, (await text.textContent()) ?? '').toBe(true);
      }
      const list = await boxOf(conversation(meera.page));
      expect(bar.x).toBeGreaterThanOrEqual(list.x);
      expect(bar.x + bar.width).toBeLessThanOrEqual(list.x + list.width);
    }
  });
}
