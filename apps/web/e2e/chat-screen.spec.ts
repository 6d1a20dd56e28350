import type { APIRequestContext, Page } from '@playwright/test';
import {
  composer,
  message,
  openBlockDialog,
  openMessageMenu,
  sendMessage,
  sendMessageByApi,
} from './conversation.ts';
import { drawPicture } from './draw-picture.ts';
import { expect, type NewUser, test } from './fixtures.ts';
import { pauseRequests } from './pause-requests.ts';
import { waitForStableTop } from './scroll.ts';

/** Behaviour that needs a real layout: scroll position, composer height and focus. */

async function sendAll(request: APIRequestContext, to: string, texts: readonly string[]): Promise<void> {
  for (const text of texts) await sendMessageByApi(request, to, text);
}

/** Marks the conversation with `writerId` as read. */
async function markAllRead(request: APIRequestContext, writerId: string): Promise<void> {
  const page = await (await request.get(`/api/message/${writerId}?limit=1`)).json();
  const upTo = page.messages_between_sender_receiver[0]._id;
  const response = await request.post(`/api/message/${writerId}/read`, { data: { upTo } });
  expect(response.status()).toBe(200);
}

const buildTexts = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `கடிதம் ${from + index}\nபாதை தொடர்கிறது`);

const list = (page: Page, name: string) => page.getByRole('region', { name: `Conversation with ${name}` });
const distanceFromEnd = (page: Page, name: string) =>
  list(page, name).evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
const topOf = (page: Page, name: string, text: string) =>
  waitForStableTop(list(page, name).getByText(text).first());

/** Virtua preserves the distance to the end for 150 ms after a prepend; its timer started before this one. */
const waitForShiftEnd = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));

test('scrolled up: older pages load without a jump and new messages wait behind a button', async ({
  newUser,
}) => {
  const meera = await newUser('Meera Nair');
  const kashi = await newUser('காசி');
  const [meeraId, kashiId] = [meera._id, kashi._id];
  await sendAll(kashi.page.request, meeraId, buildTexts(1, 90));
  await markAllRead(meera.page.request, kashiId);

  await meera.page.goto(`/chat/${kashiId}`);
  await expect(list(meera.page, 'காசி').getByText('கடிதம் 90')).toBeVisible();
  await expect.poll(() => distanceFromEnd(meera.page, 'காசி')).toBeLessThan(2);

  // The previous page loads near the top, and the visible rows stay in place.
  const resume = await pauseRequests(meera.page, /before=/);
  await list(meera.page, 'காசி').evaluate((element) => {
    element.scrollTop = 150;
  });
  await expect(list(meera.page, 'காசி').getByText('கடிதம் 53')).toBeVisible();
  const before = await topOf(meera.page, 'காசி', 'கடிதம் 53');
  resume();
  // The row above the first row of the first page.
  await expect(list(meera.page, 'காசி').getByText('கடிதம் 50')).toBeAttached();
  expect(Math.abs((await topOf(meera.page, 'காசி', 'கடிதம் 53')) - before)).toBeLessThan(2);

  await waitForShiftEnd(meera.page);
  await sendAll(kashi.page.request, meeraId, buildTexts(91, 92));
  await expect(meera.page.getByRole('button', { name: '2 new messages' })).toBeVisible();
  expect(Math.abs((await topOf(meera.page, 'காசி', 'கடிதம் 53')) - before)).toBeLessThan(2);
  await meera.page.getByRole('button', { name: '2 new messages' }).click();
  await expect.poll(() => distanceFromEnd(meera.page, 'காசி')).toBeLessThan(2);

  // At the end, the list follows new messages.
  await sendAll(kashi.page.request, meeraId, buildTexts(93, 93));
  await expect(list(meera.page, 'காசி').getByText('கடிதம் 93')).toBeVisible();
  await expect.poll(() => distanceFromEnd(meera.page, 'காசி')).toBeLessThan(2);
});

test('a very long newest message: the assumed height of the earlier ones stays that of a short message', async ({
  newUser,
}) => {
  const meera = await newUser('Meera Nair');
  const kashi = await newUser('காசி');
  await sendAll(kashi.page.request, meera._id, [...buildTexts(1, 60), 'நீலகிரி மலை '.repeat(330)]);
  await markAllRead(meera.page.request, kashi._id);

  await meera.page.goto(`/chat/${kashi._id}`);
  await expect(list(meera.page, 'காசி').getByText('நீலகிரி மலை')).toBeVisible();
  await expect.poll(() => distanceFromEnd(meera.page, 'காசி')).toBeLessThan(2);

  expect(await list(meera.page, 'காசி').evaluate((element) => element.scrollHeight)).toBeLessThan(10_000);
});

test('the composer: grows to six lines while the newest message stays in sight', async ({ newUser }) => {
  const meera = await newUser('Meera Nair');
  const kashi = await newUser('காசி');
  const kashiId = kashi._id;
  await sendAll(kashi.page.request, meera._id, buildTexts(1, 30));
  await markAllRead(meera.page.request, kashiId);
  await meera.page.goto(`/chat/${kashiId}`);
  await expect(list(meera.page, 'காசி').getByText('கடிதம் 30')).toBeVisible();

  await expect.poll(() => distanceFromEnd(meera.page, 'காசி')).toBeLessThan(2);
  const field = composer(meera.page);
  const heightOf = async (lines: number) => {
    await field.fill(Array.from({ length: lines }, () => 'வரி').join('\n'));
    return (await field.boundingBox())?.height ?? Number.NaN;
  };
  const [two, three, six] = [await heightOf(2), await heightOf(3), await heightOf(6)];
  const line = three - two;
  expect(line).toBeGreaterThan(15);
  expect(Math.abs(six - two - 4 * line)).toBeLessThan(2);
  await expect.poll(() => distanceFromEnd(meera.page, 'காசி')).toBeLessThan(2);
  expect(Math.abs((await heightOf(10)) - six)).toBeLessThan(2);

  // Replacing the text collapses the field for a moment.
  await field.fill(Array.from({ length: 9 }, () => 'पंक्ति').join('\n'));
  await expect.poll(() => distanceFromEnd(meera.page, 'காசி')).toBeLessThan(2);
});

test('unread messages: the conversation opens at the first one, and a button jumps to the newest', async ({
  newUser,
}) => {
  const meera = await newUser('Meera Nair');
  const kashi = await newUser('காசி');
  const [meeraId, kashiId] = [meera._id, kashi._id];
  await sendAll(kashi.page.request, meeraId, buildTexts(1, 20));
  await markAllRead(meera.page.request, kashiId);
  await sendAll(kashi.page.request, meeraId, buildTexts(21, 80));
  const unread = async () => (await (await meera.page.request.get('/api/message/unread')).json()).total;
  expect(await unread()).toBe(60);

  await meera.page.goto(`/chat/${kashiId}`);
  await expect(list(meera.page, 'காசி').getByText('New', { exact: true })).toBeInViewport();
  await expect(list(meera.page, 'காசி').getByText('கடிதம் 21')).toBeInViewport();
  // The list is not scrolled to the end, so nothing counts as read.
  expect(await unread()).toBe(60);
  await meera.page.getByRole('button', { name: '60 new messages' }).click();

  await expect(list(meera.page, 'காசி').getByText('கடிதம் 80')).toBeInViewport();
  await expect.poll(unread).toBe(0);
});

/** Two users in one conversation, with one message by the first. */
async function startConversation(newUser: NewUser) {
  const meera = await newUser('Meera Nair');
  const kashi = await newUser('காசி');
  const [meeraId, kashiId] = [meera._id, kashi._id];
  await meera.page.goto(`/chat/${kashiId}`);
  await sendMessage(meera.page, 'எங்கே இருக்கிறாய்?');
  const mine = list(meera.page, 'காசி').locator('article');
  await expect(mine.getByTitle('Sent')).toBeVisible();
  const open = async () => {
    await kashi.page.goto(`/chat/${meeraId}`);
    await expect(list(kashi.page, 'Meera Nair').getByText('எங்கே இருக்கிறாய்?')).toBeVisible();
  };
  return { meera, kashi, meeraId, mine, theirs: list(kashi.page, 'Meera Nair').locator('article'), open };
}

test('the send state of a message: sent, delivered, then read', async ({ newUser }) => {
  const { kashi, mine, open } = await startConversation(newUser);

  await kashi.page.goto('/chat');
  await expect(mine.getByTitle('Delivered')).toBeVisible();
  await open();

  await expect(mine.getByTitle('Read')).toBeVisible();
});

test('a reply, a reaction and a deletion: appear live for the other user', async ({ newUser }) => {
  const { meera, kashi, mine, theirs, open } = await startConversation(newUser);
  await open();

  await theirs.hover();
  await theirs.getByRole('button', { name: 'Reply' }).click();
  await kashi.page.keyboard.type('படகில்');
  await kashi.page.keyboard.press('Enter');
  const reply = mine.filter({ hasText: 'படகில்' });
  await expect(reply).toContainText('எங்கே இருக்கிறாய்?');

  await reply.hover();
  await reply.getByRole('button', { name: 'React' }).click();
  await meera.page.getByRole('menuitemradio', { name: 'Heart' }).click();
  await expect(kashi.page.getByRole('button', { name: 'Heart: Meera Nair' })).toBeVisible();

  await openMessageMenu(mine.first());
  await meera.page.getByRole('menuitem', { name: 'Delete for both' }).click();
  await meera.page.getByRole('button', { name: 'Delete for both' }).click();
  await expect(theirs.first()).toContainText('This message was deleted');
});

test('a focused message that the user deletes on another device: passes the focus on', async ({
  newUser,
}) => {
  const { kashi, meeraId, theirs, open } = await startConversation(newUser);
  await sendAll(kashi.page.request, meeraId, ['படகில்']);
  await open();
  const own = message(kashi.page, 'படகில்');
  await expect(own).toHaveCount(1);
  await theirs.first().focus();
  await expect(theirs.first()).toBeFocused();

  const { messages_between_sender_receiver: messages } = await (
    await kashi.page.request.get(`/api/message/${meeraId}`)
  ).json();
  await kashi.page.request.delete(`/api/message/${messages[0]._id}?for=me`);

  await expect(theirs).toHaveCount(1);
  await expect(own).toBeFocused();
});

test('typing and blocking: typing shows live; a block replaces the composer and rejects messages', async ({
  newUser,
}) => {
  const { meera, kashi, meeraId, open } = await startConversation(newUser);
  await open();
  const field = composer(kashi.page);

  // Nothing is sent before the socket is connected.
  await expect(async () => {
    await field.pressSequentially('அ');
    await expect(meera.page.getByText('typing…').first()).toBeVisible({ timeout: 4_000 });
  }).toPass();
  await openBlockDialog(meera.page);
  await meera.page.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(meera.page.getByText('You blocked காசி.')).toBeVisible();

  await expect(kashi.page.getByText("You can't send messages to this person.")).toBeVisible();
  await expect(field).toHaveCount(0);
  const response = await kashi.page.request.post(`/api/message/send/${meeraId}`, {
    data: { text: 'x', image: '' },
  });
  expect(response.status()).toBe(403);
});

test('a picture: opens in a dialog that traps the focus and restores it on Escape', async ({ newUser }) => {
  const meera = await newUser('Meera Nair');
  const kashi = await newUser('காசி');
  const image = `data:image/jpeg;base64,${(await drawPicture()).toString('base64')}`;
  const response = await kashi.page.request.post(`/api/message/send/${meera._id}`, {
    data: { text: '', image },
  });
  expect(response.status()).toBe(201);
  await meera.page.goto(`/chat/${kashi._id}`);

  const opener = meera.page.getByRole('button', { name: 'Picture sent by காசி' });
  await opener.press('Enter');
  const viewer = meera.page.getByRole('dialog', { name: 'Picture' });
  await expect(viewer.getByRole('button', { name: 'Close picture' })).toBeFocused();
  const window = meera.page.viewportSize();
  const shown = await viewer.getByRole('img').boundingBox();
  expect(shown?.width).toBeLessThanOrEqual(window?.width ?? 0);
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(window?.height ?? 0);
  for (let round = 0; round < 5; round += 1) {
    await meera.page.keyboard.press('Tab');
    await expect(viewer.locator(':focus')).toHaveCount(1);
  }
  await viewer.getByRole('button', { name: 'Actual size' }).click();
  expect((await viewer.getByRole('img').boundingBox())?.width).toBe(1600);

  await meera.page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('a picture of the user: keeps its size when it is stored', async ({ newUser }) => {
  const { page } = await newUser('Meera Nair');
  const kashi = await newUser('காசி');
  await page.goto(`/chat/${kashi._id}`);
  const resume = await pauseRequests(page, /\/message\/send\//);
  await page
    .getByLabel('Attach a picture')
    .setInputFiles({ name: 'ghat.jpg', mimeType: 'image/jpeg', buffer: await drawPicture() });
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const button = page.getByRole('button', { name: 'Picture sent by you' });
  const picture = button.getByRole('img');
  await expect(picture).toHaveAttribute('src', /^data:/);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const sizeOf = async () => {
    const boxes = [await button.boundingBox(), await picture.boundingBox()];
    return boxes.map((box) => [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]);
  };
  const unsent = await sizeOf();

  resume();
  await expect(picture).toHaveAttribute('src', /\/media\//);

  expect(unsent).toEqual(await sizeOf());
});

test('the chat on a small screen: shows one pane at a time, with a way back to the chats and no overflow', async ({
  newUser,
}) => {
  const meera = await newUser('Meera Nair', { viewport: { width: 320, height: 640 } });
  const name = 'மீனாட்சிசுந்தரேஸ்வரர்ராமகிருஷ்ணன்';
  const kashi = await newUser(name);
  await sendAll(kashi.page.request, meera._id, ['अ'.repeat(4_000)]);
  await meera.page.goto('/chat');
  const row = meera.page.getByRole('link', { name: new RegExp(name) }).first();
  await row.click();

  await expect(meera.page.getByRole('heading', { level: 2, name })).toBeVisible();
  await expect(meera.page.getByLabel('Search people')).toBeHidden();
  await expect(meera.page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const widthOf = () => meera.page.evaluate(() => document.documentElement.scrollWidth);
  expect(await widthOf()).toBe(320);
  expect(await list(meera.page, name).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(
    0,
  );

  await meera.page.getByRole('button', { name: 'Back to chats' }).click();
  await expect(meera.page.getByLabel('Search people')).toBeVisible();
  await expect(row).toBeFocused();
  expect(await widthOf()).toBe(320);
});
