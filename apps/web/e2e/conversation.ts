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

/** Waits until the list consists of exactly these messages, in this order. */
export async function expectMessages(page: Page, texts: readonly string[]): Promise<void> {
  await expect(conversation(page).getByRole('article')).toContainText([...texts]);
  await expect(conversation(page).getByRole('article')).toHaveCount(texts.length);
}

/**
 * Waits until the user's own messages have a send state, by its text alternative. The timeout exceeds the longest
 * retry delay.
 */
export async function expectStates(page: Page, texts: readonly string[], state: string): Promise<void> {
  for (const text of texts) {
    const label = message(page, text).getByText(state, { exact: true });
    await expect(label, text).toHaveCount(1, { timeout: 40_000 });
  }
}

/** The texts of the conversation with a user as the server stores them, oldest first. */
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
