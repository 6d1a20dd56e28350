import type { Page, Request } from '@playwright/test';
import { type Call, openAt } from './failing-call.ts';
import { expect } from './fixtures.ts';
import { mockResponse } from './screen-state.ts';
import { mockNotifications } from './states-following.ts';

const likes = (page: Page) => page.getByRole('switch', { name: 'Likes' });
const follow = (page: Page) => page.getByRole('button', { name: /^Follow(ing)? / });
const bell = (page: Page) => page.getByRole('link', { name: 'Notifications' }).first();

export const FOLLOWING_CALLS: readonly Call[] = [
  {
    name: 'stories of followed authors',
    method: 'GET',
    path: /^\/post\/following/,
    viewer: 'reader',
    fallback: 'Failed to get Posts',
    open: (page) => openAt(page, '/?list=following'),
  },
  {
    name: 'follow an author',
    method: 'PUT',
    path: /^\/user\/[^/]+\/follow/,
    viewer: 'reader',
    fallback: "Couldn't follow or unfollow अनन्या मुखर्जी. Please try again.",
    async open(page, { writer }) {
      await openAt(page, `/author/${writer._id}`);
      await expect(follow(page)).toBeVisible();
    },
    trigger: (page) => follow(page).click(),
    expectInputPreserved: (page) => expect(follow(page)).toHaveText('Follow'),
  },
  {
    name: 'stop following an author',
    method: 'DELETE',
    path: /^\/user\/[^/]+\/follow/,
    viewer: 'reader',
    fallback: "Couldn't follow or unfollow अनन्या मुखर्जी. Please try again.",
    async open(page, { writer }) {
      await page.request.put(`/api/user/${writer._id}/follow`);
      await openAt(page, `/author/${writer._id}`);
      await expect(follow(page)).toHaveText('Following');
    },
    trigger: (page) => follow(page).click(),
    expectInputPreserved: (page) => expect(follow(page)).toHaveText('Following'),
    async expectRecovered(page) {
      await follow(page).click();
      await expect(follow(page)).toHaveText('Follow');
    },
  },
  {
    name: 'notifications',
    method: 'GET',
    path: /^\/notifications$/,
    viewer: 'reader',
    fallback: "Couldn't load your notifications",
    open: (page) => openAt(page, '/notifications'),
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
      await expect(page.getByText("Couldn't load your notifications")).toHaveCount(0);
    },
  },
  {
    name: 'marking notifications as read',
    method: 'POST',
    path: /^\/notifications\/read/,
    viewer: 'reader',
    // No error message: the notifications stay unread.
    fallback: 'New',
    isAlwaysFallback: true,
    async open(page) {
      await mockNotifications(page);
      await openNotifications(page);
    },
    retry: openNotifications,
    expectInputPreserved: (page) => expect(bell(page)).toHaveAccessibleDescription('2 unread notifications'),
    async expectRecovered(page) {
      await mockResponse(page, '/notifications/read', { json: { unreadCount: 0 } });
      const nothingNew = { notifications: [], unreadCount: 0, nextCursor: null };
      await mockResponse(page, '/notifications?limit=1', { json: nothingNew });
      await Promise.all([page.waitForRequest(isRead), page.reload()]);
      await expect(bell(page)).not.toHaveAccessibleDescription(/unread/);
    },
  },
  {
    name: 'notification settings',
    method: 'GET',
    path: /^\/notifications\/settings/,
    viewer: 'reader',
    fallback: "Couldn't load your notification settings",
    open: (page) => openAt(page, '/update-profile'),
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(likes(page)).toBeVisible();
    },
  },
  {
    name: 'a notification setting',
    method: 'PUT',
    path: /^\/notifications\/settings/,
    viewer: 'reader',
    fallback: "Couldn't save your choice. Please try again.",
    async open(page) {
      await openAt(page, '/update-profile');
      await expect(likes(page)).toBeVisible();
    },
    trigger: (page) => likes(page).click(),
    expectInputPreserved: (page) => expect(likes(page)).toBeChecked(),
  },
];

async function openNotifications(page: Page): Promise<void> {
  const response = page.waitForEvent('requestfinished', isRead).catch(() => null);
  const failure = page.waitForEvent('requestfailed', isRead).catch(() => null);
  await openAt(page, '/notifications');
  await Promise.race([response, failure]);
}

function isRead(request: Request): boolean {
  return request.method() === 'POST' && request.url().endsWith('/api/notifications/read');
}
