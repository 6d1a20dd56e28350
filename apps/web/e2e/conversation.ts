import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The list of what two people wrote to each other. */
export function conversation(page: Page): Locator {
  return page.getByRole('region', { name: /^Conversation with / });
}

/** The message with these words. */
export function message(page: Page, text: string): Locator {
  return conversation(page).getByRole('article').filter({ hasText: text });
}

export function composer(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message', exact: true });
}

/** Opens the conversation with somebody and waits until one can write. */
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

/** Waits until the messages with these words are the last ones in the list, in this order, each of them once. */
export async function expectMessages(page: Page, texts: readonly string[]): Promise<void> {
  await expect(conversation(page).getByRole('article')).toContainText([...texts]);
  await expect(conversation(page).getByRole('article')).toHaveCount(texts.length);
}

/**
 * Waits until these messages of one's own are in `state`, as it is said to the ear: as long as the longest pause
 * before the next try, and a little more.
 */
export async function expectStates(page: Page, texts: readonly string[], state: string): Promise<void> {
  for (const text of texts) {
    const label = message(page, text).getByText(state, { exact: true });
    await expect(label, text).toHaveCount(1, { timeout: 40_000 });
  }
}

/** What the server has of the conversation with somebody, oldest first. */
export async function fetchStoredTexts(request: APIRequestContext, userId: string): Promise<string[]> {
  const response = await request.get(`/api/message/${userId}?limit=100`);
  const body: { messages_between_sender_receiver: { text: string }[] } = await response.json();
  return body.messages_between_sender_receiver.map(({ text }) => text);
}

/** Sends without a browser. @returns the id of the message. */
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
