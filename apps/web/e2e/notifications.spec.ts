import { randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import { conversation, expectUnreadCount } from './conversation.ts';
import { expect, test } from './fixtures.ts';

/**
 * Records the notifications that the tabs show, in order; a headless browser displays none, and its smaller variant
 * grants no permission for them.
 */
async function recordNotifications(context: BrowserContext): Promise<string[]> {
  const shown: string[] = [];
  await context.exposeFunction('recordNotification', (title: string, body: string) =>
    shown.push(`${title}: ${body}`),
  );
  await context.addInitScript(() => {
    const record: (title: string, body: string) => void = Reflect.get(window, 'recordNotification');
    class RecordedNotification extends Notification {
      static override get permission(): NotificationPermission {
        return 'granted';
      }
      static override async requestPermission(): Promise<NotificationPermission> {
        return 'granted';
      }
      constructor(title: string, options: NotificationOptions = {}) {
        super(title, options);
        record(title, options.body ?? '');
        Object.assign(window, { lastNotification: this });
      }
    }
    Object.assign(window, { Notification: RecordedNotification });
  });
  return shown;
}

test('a message with two tabs open: one tab notifies, unless a tab shows the conversation', async ({
  newUser,
}) => {
  const writer = await newUser('மீனா ராஜன்');
  const reader = await newUser('अनन्या');
  const first = reader.page;
  const shown = await recordNotifications(first.context());
  const second = await first.context().newPage();
  const send = async (text: string) => {
    const data = { text, clientMessageId: randomUUID() };
    const response = await writer.page.request.post(`/api/message/send/${reader._id}`, { data });
    expect(response.status()).toBe(201);
  };

  await first.goto('/update-profile');
  await second.goto('/about');
  await first.getByRole('switch', { name: 'Browser notifications' }).click();
  await expect(first.getByRole('switch', { name: 'Browser notifications' })).toBeChecked();
  await expect
    .poll(() => shown)
    .toEqual(["Notifications are on: New messages will appear here while you're in another tab."]);

  await send('पहला 👩‍👩‍👧‍👦');
  await Promise.all([expectUnreadCount(first, 1), expectUnreadCount(second, 1)]);
  await send('দ্বিতীয়');
  await expect.poll(() => shown).toContain('மீனா ராஜன்: দ্বিতীয়');

  await second.goto(`/chat/${writer._id}`);
  await expect(second.getByText('দ্বিতীয়').last()).toBeVisible();
  await send('seen while it comes');
  await expect(second.getByText('seen while it comes').last()).toBeVisible();
  await second.getByRole('link', { name: 'Home' }).first().click();
  // Until home is loaded, the conversation stays visible.
  await expect(conversation(second)).toHaveCount(0);
  await send('நான்காவது');

  // Notifications keep the order of the messages: a notification for the third message would have come before the one
  // for the fourth.
  await expect.poll(() => shown).toContain('மீனா ராஜன்: நான்காவது');
  expect(shown.filter((text) => text.includes('seen while it comes'))).toEqual([]);
  expect(shown).toHaveLength(new Set(shown).size);

  await first.goto('/about');
  await second.close();
  await expectUnreadCount(first, 1);
  await send('ਪੰਜਵਾਂ');
  await expect.poll(() => shown).toContain('மீனா ராஜன்: ਪੰਜਵਾਂ');
  await first.evaluate(() => {
    const notification: Notification = Reflect.get(window, 'lastNotification');
    notification.dispatchEvent(new Event('click'));
  });
  await expect(first).toHaveURL(new RegExp(`/chat/${writer._id}$`));
  await expect(first.getByText('ਪੰਜਵਾਂ').last()).toBeVisible();
});
