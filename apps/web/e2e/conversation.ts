import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The message list of the open conversation. */
export function conversation(page: Page): Locator {
  return page.getByRole('region', { name: /^Conversation with / });
}

/** The row of the message with this text. */
export function message(page: Page, text: string): Locator {
  return conversation(page).getByRole('article').filter({ hasText: text });
}

export function composer(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message', exact: true });
}

/** Waits until the header of the open conversation shows the other user as 'Online' or 'Offline'. */
export function expectPresence(page: Page, presence: 'Online' | 'Offline'): Promise<void> {
  return expect(page.locator('section header').getByText(presence, { exact: true })).toBeVisible();
}

/** Opens the conversation with a user and waits until it is ready for input. */
export async function openConversation(page: Page, userId: string): Promise<void> {
  await page.goto(`/chat/${userId}`);
  await expect(composer(page)).toBeVisible();
  await expect(conversation(page).locator('[aria-busy=true]')).toHaveCount(0);
}

export async function sendMessage(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
  await expect(message(page, text)).toHaveCount(1);
}

/** Opens the menu of a message by its row. */
export async function openMessageMenu(row: Locator): Promise<void> {
  await row.hover();
  await row.getByRole('button', { name: 'Message actions' }).click();
}

/** Opens the confirm dialog for blocking the other user of the conversation. */
export async function openBlockDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Conversation options' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
}

/** Waits until the list consists of exactly these messages, in this order. */
export async function expectMessages(page: Page, texts: readonly string[]): Promise<void> {
  await expect(conversation(page).getByRole('article')).toContainText([...texts]);
  await expect(conversation(page).getByRole('article')).toHaveCount(texts.length);
}

/**
 * Waits until each of the user's own messages shows this send state (a text for screen readers). The timeout exceeds
 * the longest retry delay.
 */
export async function expectStates(page: Page, texts: readonly string[], state: string): Promise<void> {
  for (const text of texts) {
    const label = message(page, text).getByText(state, { exact: true });
    await expect(label, text).toHaveCount(1, { timeout: 40_000 });
  }
}

/** Waits until the Chats link and the page title show the number of unread messages. */
export async function expectUnreadCount(page: Page, unread: number): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chats' });
  const description = unread === 1 ? '1 unread message' : `${unread} unread messages`;
  await expect(link).toHaveAccessibleDescription(unread === 0 ? '' : description);
  await expect(page).toHaveTitle(unread === 0 ? /^[^(]/ : new RegExp(`^\\(${unread}\\) `));
}

/** Fetches the texts of the conversation with a user as the server stores them, oldest first. */
export async function fetchStoredTexts(request: APIRequestContext, userId: string): Promise<string[]> {
  const response = await request.get(`/api/message/${userId}?limit=100`);
  const body: { messages_between_sender_receiver: { text: string }[] } = await response.json();
  return body.messages_between_sender_receiver.map(({ text }) => text);
}

/** Sends a message over HTTP. @returns its id. */
export async function sendMessageByApi(
  request: APIRequestContext,
  to: string,
  text: string,
): Promise<string> {
  const response = await request.post(`/api/message/send/${to}`, { data: { text } });
  expect(response.status()).toBe(201);
  const { _id } = await response.json();
  return _id;
}
