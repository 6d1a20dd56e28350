import type { Locator, Page } from '@playwright/test';
import { composer, message, openBlockDialog, openConversation, openMessageMenu } from './conversation.ts';
import { type Call, openAt } from './failing-call.ts';
import { baseUrl, expect } from './fixtures.ts';

/** A message of the writer. */
const received = (page: Page) => message(page, 'अस्सी घाट 🌅').last();

export const CHAT_CALLS: readonly Call[] = [
  {
    name: 'contacts',
    method: 'GET',
    path: /^\/message\/get-all-users/,
    viewer: 'reader',
    fallback: "Can't fetch users",
    isAlwaysFallback: true,
    open: (page) => openAt(page, '/chat'),
  },
  {
    name: 'a conversation',
    method: 'GET',
    path: /^\/message\/[0-9a-f]{24}/,
    viewer: 'reader',
    fallback: "Can't fetch messages",
    isAlwaysFallback: true,
    open: (page, { writer }) => page.goto(`/chat/${writer._id}`).then(() => undefined),
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await expect(page.getByText('अस्सी घाट 🌅').last()).toBeVisible();
    },
  },
  {
    name: 'a user who is not in the contact list',
    method: 'GET',
    path: /^\/user\/[0-9a-f]{24}/,
    viewer: 'reader',
    fallback: "Can't fetch messages",
    isAlwaysFallback: true,
    async open(page, { writer }) {
      await page.route(`${baseUrl()}/api/message/get-all-users**`, (route) => route.fulfill({ json: [] }));
      await page.goto(`/chat/${writer._id}`);
    },
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await expect(page.getByText('अस्सी घाट 🌅').last()).toBeVisible();
    },
  },
  {
    name: 'a reaction',
    method: 'PUT',
    path: /^\/message\/[0-9a-f]{24}\/reaction/,
    viewer: 'reader',
    fallback: "Couldn't save your reaction. Please try again.",
    open: (page, { writer }) => openConversation(page, writer._id),
    async trigger(page) {
      await choose(page, page.getByRole('menuitemradio', { name: 'Heart' }));
    },
    expectInputPreserved: (page) => expect(received(page).getByText('❤️')).toHaveCount(0),
  },
  {
    name: 'removal of a reaction',
    method: 'DELETE',
    path: /^\/message\/[0-9a-f]{24}\/reaction/,
    viewer: 'reader',
    fallback: "Couldn't save your reaction. Please try again.",
    async open(page, { writer }) {
      await openConversation(page, writer._id);
      await choose(page, page.getByRole('menuitemradio', { name: 'Heart' }));
      await expect(received(page).getByText('❤️')).toBeVisible();
    },
    async trigger(page) {
      await choose(page, page.getByRole('menuitemradio', { name: 'Heart' }));
    },
    expectInputPreserved: (page) => expect(received(page).getByText('❤️')).toBeVisible(),
    async expectRecovered(page) {
      await choose(page, page.getByRole('menuitemradio', { name: 'Heart' }));
      await expect(received(page).getByText('❤️')).toHaveCount(0);
    },
  },
  {
    name: 'deletion of a message',
    method: 'DELETE',
    path: /^\/message\/[0-9a-f]{24}$/,
    viewer: 'reader',
    fallback: "Couldn't delete the message. Please try again.",
    open: (page, { writer }) => openConversation(page, writer._id),
    async trigger(page) {
      await choose(page, page.getByRole('menuitem', { name: 'Delete for me' }));
      await page.getByRole('dialog').getByRole('button', { name: 'Delete for me' }).click();
    },
    expectInputPreserved: (page) => expect(received(page)).toBeVisible(),
  },
  {
    name: 'blocked people',
    method: 'GET',
    path: /^\/message\/blocked/,
    viewer: 'reader',
    fallback: "Couldn't load blocked people",
    open: (page) => openAt(page, '/update-profile'),
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText("You haven't blocked anyone.")).toBeVisible();
    },
  },
  {
    name: 'block',
    method: 'PUT',
    path: /^\/message\/\w+\/block/,
    viewer: 'reader',
    fallback: "That didn't work. Please try again.",
    open: (page, { writer }) => openConversation(page, writer._id),
    async trigger(page) {
      await openBlockDialog(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
    },
    expectInputPreserved: (page) => expect(composer(page)).toBeVisible(),
  },
  {
    name: 'unblock',
    method: 'DELETE',
    path: /^\/message\/\w+\/block/,
    viewer: 'reader',
    fallback: "Couldn't unblock. Please try again.",
    async open(page, { writer: { _id, fullName } }) {
      const users = [{ _id, fullName, profilePic: '', createdAt: '2026-02-03T04:05:06.000Z' }];
      await page.route(`${baseUrl()}/api/message/blocked**`, (route) =>
        route.fulfill({ json: { users, nextCursor: null } }),
      );
      await openAt(page, '/update-profile');
    },
    trigger: (page) => page.getByRole('button', { name: /^Unblock / }).click(),
    expectInputPreserved: (page) => expect(page.getByRole('button', { name: /^Unblock / })).toBeVisible(),
    async expectRecovered(page) {
      await page.getByRole('button', { name: /^Unblock / }).click();
      await expect(page.getByText("You haven't blocked anyone.")).toBeVisible();
    },
  },
];

/**
 * Selects an item in the menu of the received message. The menu closes when the list scrolls because its picture loads.
 */
async function choose(page: Page, item: Locator): Promise<void> {
  await expect(async () => {
    await openMessageMenu(received(page));
    await item.click({ timeout: 2_000 });
  }).toPass();
}
