import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** What the tabs give the browser to show, in their order: without a window nothing is to be seen. */
async function noteNotices(context: BrowserContext): Promise<string[]> {
  const told: string[] = [];
  await context.grantPermissions(['notifications']);
  await context.exposeFunction('tellNotice', (title: string, body: string) => told.push(`${title}: ${body}`));
  await context.addInitScript(() => {
    const tell: (title: string, body: string) => void = Reflect.get(window, 'tellNotice');
    class NotedNotification extends Notification {
      constructor(title: string, options: NotificationOptions = {}) {
        super(title, options);
        tell(title, options.body ?? '');
        Object.assign(window, { lastNotice: this });
      }
    }
    Object.assign(window, { Notification: NotedNotification });
  });
  return told;
}

/** The chat's script is there, and its socket has brought a message. */
async function whenCounted(page: Page, unread: number): Promise<void> {
  const words = unread === 1 ? '1 unread message' : `${unread} unread messages`;
  await expect(page.getByRole('link', { name: 'Chats' }).first()).toHaveAccessibleDescription(words);
}

test('a message, with two tabs open: one of them tells, unless the conversation is looked at in one', async ({
  newPerson,
}) => {
  const writer = await newPerson('மீனா ராஜன்');
  const reader = await newPerson('अनन्या');
  const first = reader.page;
  const told = await noteNotices(first.context());
  const second = await first.context().newPage();
  const write = async (text: string) => {
    const data = { text, clientMessageId: randomUUID() };
    const response = await writer.page.request.post(`/api/message/send/${reader._id}`, { data });
    expect(response.status()).toBe(201);
  };

  await first.goto('/update-profile');
  await second.goto('/about');
  await first.getByRole('switch', { name: 'Browser notifications' }).click();
  await expect(first.getByRole('switch', { name: 'Browser notifications' })).toBeChecked();
  await expect
    .poll(() => told)
    .toEqual(['Notifications are on: New messages show here while you look elsewhere.']);

  await write('पहला 👩‍👩‍👧‍👦');
  await Promise.all([whenCounted(first, 1), whenCounted(second, 1)]);
  await write('দ্বিতীয়');
  await expect.poll(() => told).toContain('மீனா ராஜன்: দ্বিতীয়');

  await second.goto(`/chat/${writer._id}`);
  await expect(second.getByText('দ্বিতীয়').last()).toBeVisible();
  await write('seen while it comes');
  await expect(second.getByText('seen while it comes').last()).toBeVisible();
  await second.getByRole('link', { name: 'Home' }).first().click();
  await expect(second).toHaveURL(/\/$/);
  await write('நான்காவது');

  // Told in the order in which they came: whatever was to be told of the third is known with the fourth.
  await expect.poll(() => told).toContain('மீனா ராஜன்: நான்காவது');
  expect(told.filter((text) => text.includes('seen while it comes'))).toEqual([]);
  expect(told).toHaveLength(new Set(told).size);

  await first.goto('/about');
  await second.close();
  await whenCounted(first, 1);
  await write('ਪੰਜਵਾਂ');
  await expect.poll(() => told).toContain('மீனா ராஜன்: ਪੰਜਵਾਂ');
  await first.evaluate(() => {
    const notice: Notification = Reflect.get(window, 'lastNotice');
    notice.dispatchEvent(new Event('click'));
  });
  await expect(first).toHaveURL(new RegExp(`/chat/${writer._id}$`));
  await expect(first.getByText('ਪੰਜਵਾਂ').last()).toBeVisible();
});
