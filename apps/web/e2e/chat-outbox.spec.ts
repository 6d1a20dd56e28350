import type { BrowserContext, Page } from '@playwright/test';
import {
  composer,
  conversation,
  expectStates,
  expectTexts,
  message,
  openConversation,
  sendText,
  storedTexts,
  write,
} from './conversation.ts';
import { expect, PASSWORD, test } from './fixtures.ts';

/** Pages that go and come back, several tabs and devices of one person: each message goes out once. */

const WAITING = 'Waiting for the connection';
const SEND = '**/api/message/send/**';

/** Stands before the sends of all pages of a browser, closed at first, and counts those that it lets through. */
async function putGate(context: BrowserContext) {
  const gate = { isOpen: false, sent: 0, lastSender: null as Page | null };
  await context.route(SEND, (route) => {
    if (!gate.isOpen) return route.abort();
    gate.sent += 1;
    gate.lastSender = route.request().frame().page();
    return route.continue();
  });
  return gate;
}

/** Closes a page, not before its requests have ended: those that a closed page has left are let through by the browser. */
async function closePage(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.close();
}

/** The link to the chats says how much is unread; so does the title of the tab. */
async function expectUnread(page: Page, unread: number): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chats' });
  const words = unread === 1 ? '1 unread message' : `${unread} unread messages`;
  await expect(link).toHaveAccessibleDescription(unread === 0 ? '' : words);
  await expect(page).toHaveTitle(unread === 0 ? /^[^(]/ : new RegExp(`^\\(${unread}\\) `));
}

test('a reload while messages are on their way: those that were stored and those that were not go out once', async ({
  newPerson,
}) => {
  const meera = await newPerson('মীরা');
  const arun = await newPerson('Arun');
  await openConversation(meera.page, arun._id);

  // The first one reaches the server, and its answer never the page.
  const context = meera.page.context();
  let isStored = false;
  await context.route(SEND, async (route) => {
    await route.fetch();
    isStored = true;
  });
  const texts = ['প্রথম 👩‍👩‍👧‍👦', 'दूसरा', 'மூன்றாவது'];
  for (const text of texts) await write(meera.page, text);
  await composer(meera.page).fill('half written');
  await expect.poll(() => isStored).toBe(true);
  await expectStates(meera.page, texts, 'Sending');
  await context.unroute(SEND);

  await meera.page.reload();
  await expectStates(meera.page, texts, 'Sent');
  await expectTexts(meera.page, texts);
  await expect(composer(meera.page)).toHaveValue('half written');
  expect(await storedTexts(arun.page.request, meera._id)).toEqual(texts);
});

test('a page that is closed with unsent messages: another one, on whatever screen, sends them once', async ({
  newPerson,
}) => {
  const meera = await newPerson('মীরা');
  const arun = await newPerson('Arun');
  const context = meera.page.context();
  await openConversation(meera.page, arun._id);
  const gate = await putGate(context);
  const texts = ['कल', 'சனிக்கிழமை', 'বিকেলে'];
  for (const text of texts) await write(meera.page, text);
  await expectStates(meera.page, texts, WAITING);
  await closePage(meera.page);
  expect(await storedTexts(arun.page.request, meera._id)).toEqual([]);

  const again = await context.newPage();
  await openConversation(again, arun._id);
  await expectStates(again, texts, WAITING);
  await closePage(again);

  gate.isOpen = true;
  const elsewhere = await context.newPage();
  await elsewhere.goto('/about');
  await expect.poll(() => storedTexts(arun.page.request, meera._id)).toEqual(texts);
  await openConversation(elsewhere, arun._id);
  await expectStates(elsewhere, texts, 'Sent');
  await expectTexts(elsewhere, texts);
  expect(gate.sent).toBe(texts.length);
});

test('Reliability 6: two tabs: what is written in each waits in both, goes out once, and on when the sending tab is closed', async ({
  newPerson,
}) => {
  const meera = await newPerson('மீரா');
  const arun = await newPerson('Arun');
  const context = meera.page.context();
  const first = meera.page;
  const second = await context.newPage();
  await openConversation(first, arun._id);
  await openConversation(second, arun._id);

  const gate = await putGate(context);
  await write(first, 'முதல் தாவல்');
  await expect(message(second, 'முதல் தாவல்')).toHaveCount(1);
  await write(second, 'दूसरा टैब');
  const texts = ['முதல் தாவல்', 'दूसरा टैब'];
  for (const page of [first, second]) await expectStates(page, texts, WAITING);
  gate.isOpen = true;
  for (const page of [first, second]) {
    await expectStates(page, texts, 'Sent');
    await expectTexts(page, texts);
  }
  expect(gate.sent).toBe(2);

  // The first one leads, since it was there first, until the browser freezes it.
  await write(second, 'अब');
  await expectStates(second, ['अब'], 'Sent');
  expect(gate.lastSender).toBe(first);
  await first.evaluate(() => document.dispatchEvent(new Event('freeze')));
  await write(second, 'जमी हुई');
  await expectStates(second, ['जमी हुई'], 'Sent');
  expect(gate.lastSender).toBe(second);
  await second.evaluate(() => document.dispatchEvent(new Event('freeze')));
  await second.evaluate(() => document.dispatchEvent(new Event('resume')));
  await first.evaluate(() => document.dispatchEvent(new Event('resume')));
  texts.push('अब', 'जमी हुई');

  gate.isOpen = false;
  await write(second, 'তিন');
  await expectStates(first, ['তিন'], WAITING);
  await closePage(first);
  gate.isOpen = true;
  await expectStates(second, ['তিন'], 'Sent');
  await expectTexts(second, [...texts, 'তিন']);
  expect(await storedTexts(arun.page.request, meera._id)).toEqual([...texts, 'তিন']);
  expect(gate.sent).toBe(5);
});

test('Reliability 6: two devices: lists, unread counts and marks are the same on both, and stay so after a reload', async ({
  newPerson,
  openPage,
}) => {
  const meera = await newPerson('मीरा');
  const arun = await newPerson('Arun');
  const phone = await openPage(meera, { viewport: { width: 1024, height: 700 } });
  const desk = meera.page;
  await desk.goto('/about');
  await phone.goto('/about');
  await openConversation(arun.page, meera._id);
  const texts = ['ஒன்று', 'দুই', 'तीन'];
  for (const text of texts) await write(arun.page, text);
  await expectStates(arun.page, texts, 'Delivered');
  for (const page of [desk, phone]) await expectUnread(page, 3);

  await openConversation(phone, arun._id);
  await expect(phone.getByText('New', { exact: true })).toBeVisible();
  for (const page of [desk, phone]) await expectUnread(page, 0);
  await expectStates(arun.page, texts, 'Read');

  // What one device sends the other has too, though it was looking elsewhere.
  await write(phone, 'फ़ोन से');
  await openConversation(desk, arun._id);
  await expect(desk.getByText('New', { exact: true })).toHaveCount(0);
  await write(desk, 'மேசையிலிருந்து');
  const all = [...texts, 'फ़ोन से', 'மேசையிலிருந்து'];
  for (const page of [desk, phone, arun.page]) await expectTexts(page, all);
  expect(await storedTexts(arun.page.request, meera._id)).toEqual(all);

  for (const page of [desk, phone]) {
    await page.reload();
    await expectTexts(page, all);
    await expectUnread(page, 0);
    await expectStates(page, all.slice(3), 'Read');
  }

  // Unread again on both, while neither looks at it; a reload forgets nothing.
  for (const page of [desk, phone]) await page.goto('/about');
  await sendText(arun.page.request, meera._id, 'আবার');
  for (const page of [desk, phone]) await expectUnread(page, 1);
  await phone.reload();
  await expectUnread(phone, 1);
  await expect(conversation(arun.page).getByText('Sending')).toHaveCount(0);
});

test('somebody else signs in in another tab, and the line has swallowed the end of the socket: what is sent here waits for its writer', async ({
  newPerson,
}) => {
  const meera = await newPerson('মীরা');
  const arun = await newPerson('Arun');
  const zoya = await newPerson('ज़ोया');
  const context = meera.page.context();
  let isSwallowed = false;
  await context.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => isSwallowed || server.send(frame));
    server.onMessage((frame) => isSwallowed || socket.send(frame));
    server.onClose(() => isSwallowed || socket.close());
  });
  await openConversation(meera.page, arun._id);
  await write(meera.page, 'पहला');
  await expectStates(meera.page, ['पहला'], 'Sent');

  isSwallowed = true;
  const login = await context.request.post('/api/auth/login', {
    data: { email: zoya.email, password: PASSWORD },
  });
  expect(login.status()).toBe(200);
  await composer(meera.page).fill('केवल मीरा का');
  await composer(meera.page).press('Enter');

  // The page is the other's from now on: nothing of Meera's stands in it, and nothing has gone out.
  await expect(meera.page.getByText('Hi, ज़ोया')).toBeVisible();
  await expect(conversation(meera.page).getByRole('article')).toHaveCount(0);
  await expect(composer(meera.page)).toHaveValue('');
  expect(await storedTexts(arun.page.request, zoya._id)).toEqual([]);
  expect(await storedTexts(arun.page.request, meera._id)).toEqual(['पहला']);
});
