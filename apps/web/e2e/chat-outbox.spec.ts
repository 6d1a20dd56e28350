import type { BrowserContext, Page } from '@playwright/test';
import {
  composer,
  conversation,
  expectMessages,
  expectStates,
  expectUnreadCount,
  fetchStoredTexts,
  message,
  openConversation,
  sendMessage,
  sendMessageByApi,
} from './conversation.ts';
import { expect, type NewUser, PASSWORD, test } from './fixtures.ts';

/** Reloads, several tabs and several devices of one user: each message is sent once. */

const WAITING = 'Waiting to send';
const SEND = '**/api/message/send/**';

/** Blocks the send requests of all pages of a browser until the gate is opened, and counts those that pass. */
async function gateSends(context: BrowserContext) {
  const gate = { isOpen: false, sentCount: 0, lastSender: null as Page | null };
  await context.route(SEND, (route) => {
    if (!gate.isOpen) return route.abort();
    gate.sentCount += 1;
    gate.lastSender = route.request().frame().page();
    return route.continue();
  });
  return gate;
}

/** Leaves the page before closing it: intercepted requests of a closed page would reach the server. */
async function closePage(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.close();
}

/** Opens a conversation with another user in two tabs; the first one leads. @param name - of the user who opens them. */
async function openTwoTabs(newUser: NewUser, name: string) {
  const [meera, arun] = [await newUser(name), await newUser('Arun')];
  const context = meera.page.context();
  const [first, second] = [meera.page, await context.newPage()];
  for (const page of [first, second]) await openConversation(page, arun._id);
  return { meera, arun, context, first, second };
}

test('a reload while messages are being sent: stored and unsent messages arrive once', async ({
  newUser,
}) => {
  const meera = await newUser('মীরা');
  const arun = await newUser('Arun');
  await openConversation(meera.page, arun._id);

  // The first message reaches the server, but its response never reaches the page.
  const context = meera.page.context();
  let isStored = false;
  await context.route(SEND, async (route) => {
    await route.fetch();
    isStored = true;
  });
  const texts = ['প্রথম 👩‍👩‍👧‍👦', 'दूसरा', 'மூன்றாவது'];
  for (const text of texts) await sendMessage(meera.page, text);
  await composer(meera.page).fill('half written');
  await expect.poll(() => isStored).toBe(true);
  await expectStates(meera.page, texts, 'Sending');
  await context.unroute(SEND);

  await meera.page.reload();
  await expectStates(meera.page, texts, 'Sent');
  await expectMessages(meera.page, texts);
  await expect(composer(meera.page)).toHaveValue('half written');
  expect(await fetchStoredTexts(arun.page.request, meera._id)).toEqual(texts);
});

test('a page closed with unsent messages: the next page sends them once, on any screen', async ({
  newUser,
}) => {
  const meera = await newUser('মীরা');
  const arun = await newUser('Arun');
  const context = meera.page.context();
  await openConversation(meera.page, arun._id);
  const gate = await gateSends(context);
  const texts = ['कल', 'சனிக்கிழமை', 'বিকেলে'];
  for (const text of texts) await sendMessage(meera.page, text);
  await expectStates(meera.page, texts, WAITING);
  await closePage(meera.page);
  expect(await fetchStoredTexts(arun.page.request, meera._id)).toEqual([]);

  const reopened = await context.newPage();
  await openConversation(reopened, arun._id);
  await expectStates(reopened, texts, WAITING);
  await closePage(reopened);

  gate.isOpen = true;
  const otherPage = await context.newPage();
  await otherPage.goto('/about');
  await expect.poll(() => fetchStoredTexts(arun.page.request, meera._id)).toEqual(texts);
  await openConversation(otherPage, arun._id);
  await expectStates(otherPage, texts, 'Sent');
  await expectMessages(otherPage, texts);
  expect(gate.sentCount).toBe(texts.length);
});

test('Reliability 6: two tabs: both show pending messages, one sends them, the other takes over when it closes', async ({
  newUser,
}) => {
  const { meera, arun, context, first, second } = await openTwoTabs(newUser, 'மீரா');
  const gate = await gateSends(context);
  await sendMessage(first, 'முதல் தாவல்');
  await expect(message(second, 'முதல் தாவல்')).toHaveCount(1);
  await sendMessage(second, 'दूसरा टैब');
  const texts = ['முதல் தாவல்', 'दूसरा टैब'];
  for (const page of [first, second]) await expectStates(page, texts, WAITING);
  gate.isOpen = true;
  for (const page of [first, second]) {
    await expectStates(page, texts, 'Sent');
    await expectMessages(page, texts);
  }
  expect(gate.sentCount).toBe(2);

  // The first tab is the leader until the browser freezes it.
  await sendMessage(second, 'अब');
  await expectStates(second, ['अब'], 'Sent');
  expect(gate.lastSender).toBe(first);
  await first.evaluate(() => document.dispatchEvent(new Event('freeze')));
  await sendMessage(second, 'जमी हुई');
  await expectStates(second, ['जमी हुई'], 'Sent');
  expect(gate.lastSender).toBe(second);
  await second.evaluate(() => document.dispatchEvent(new Event('freeze')));
  await second.evaluate(() => document.dispatchEvent(new Event('resume')));
  await first.evaluate(() => document.dispatchEvent(new Event('resume')));
  texts.push('अब', 'जमी हुई');

  gate.isOpen = false;
  await sendMessage(second, 'তিন');
  await expectStates(first, ['তিন'], WAITING);
  await closePage(first);
  gate.isOpen = true;
  await expectStates(second, ['তিন'], 'Sent');
  await expectMessages(second, [...texts, 'তিন']);
  expect(await fetchStoredTexts(arun.page.request, meera._id)).toEqual([...texts, 'তিন']);
  expect(gate.sentCount).toBe(5);
});

test('Reliability 6: two tabs: the other takes over when the leading one is suspended without an event', async ({
  newUser,
}) => {
  const { meera, arun, context, first, second } = await openTwoTabs(newUser, 'মীরা');
  const gate = await gateSends(context);
  gate.isOpen = true;
  await sendMessage(second, 'एक');
  await expectStates(second, ['एक'], 'Sent');
  expect(gate.lastSender).toBe(first);

  const debug = await context.newCDPSession(first);
  await debug.send('Debugger.enable');
  const paused = new Promise((resolve) => debug.once('Debugger.paused', resolve));
  await debug.send('Debugger.pause');
  // Stops at the first script that runs: the handler of the new message.
  await sendMessage(second, 'दो');
  await paused;
  await expectStates(second, ['दो'], 'Sent');
  expect(gate.lastSender).toBe(second);
  await debug.send('Debugger.disable');

  const texts = ['एक', 'दो'];
  await expectMessages(first, texts);
  await sendMessage(first, 'तीन');
  texts.push('तीन');
  for (const page of [first, second]) await expectStates(page, texts, 'Sent');
  expect(gate.lastSender).toBe(second);
  expect(await fetchStoredTexts(arun.page.request, meera._id)).toEqual(texts);
  expect(gate.sentCount).toBe(3);
});

test('Reliability 6: two devices: lists, unread counts and receipts agree, also after a reload', async ({
  newUser,
  openPage,
}) => {
  const meera = await newUser('मीरा');
  const arun = await newUser('Arun');
  const phone = await openPage(meera, { viewport: { width: 1024, height: 700 } });
  const desktop = meera.page;
  await desktop.goto('/about');
  await phone.goto('/about');
  await openConversation(arun.page, meera._id);
  const texts = ['ஒன்று', 'দুই', 'तीन'];
  for (const text of texts) await sendMessage(arun.page, text);
  await expectStates(arun.page, texts, 'Delivered');
  for (const page of [desktop, phone]) await expectUnreadCount(page, 3);

  await openConversation(phone, arun._id);
  await expect(phone.getByText('New', { exact: true })).toBeVisible();
  for (const page of [desktop, phone]) await expectUnreadCount(page, 0);
  await expectStates(arun.page, texts, 'Read');

  // A message sent from one device appears on the other, which had another page open.
  await sendMessage(phone, 'फ़ोन से');
  await openConversation(desktop, arun._id);
  await expect(desktop.getByText('New', { exact: true })).toHaveCount(0);
  await sendMessage(desktop, 'மேசையிலிருந்து');
  const all = [...texts, 'फ़ोन से', 'மேசையிலிருந்து'];
  for (const page of [desktop, phone, arun.page]) await expectMessages(page, all);
  expect(await fetchStoredTexts(arun.page.request, meera._id)).toEqual(all);

  for (const page of [desktop, phone]) {
    await page.reload();
    await expectMessages(page, all);
    await expectUnreadCount(page, 0);
    await expectStates(page, all.slice(3), 'Read');
  }

  // Unread on both devices while neither shows the conversation, also after a reload.
  for (const page of [desktop, phone]) await page.goto('/about');
  await sendMessageByApi(arun.page.request, meera._id, 'আবার');
  for (const page of [desktop, phone]) await expectUnreadCount(page, 1);
  await phone.reload();
  await expectUnreadCount(phone, 1);
  await expect(conversation(arun.page).getByText('Sending')).toHaveCount(0);
});

test('a second tab signs in another user while the socket is dead: the first tab sends no message in their name', async ({
  newUser,
}) => {
  const meera = await newUser('মীরা');
  const arun = await newUser('Arun');
  const zoya = await newUser('ज़ोया');
  const context = meera.page.context();
  let isDropping = false;
  await context.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => isDropping || server.send(frame));
    server.onMessage((frame) => isDropping || socket.send(frame));
    server.onClose(() => isDropping || socket.close());
  });
  await openConversation(meera.page, arun._id);
  await sendMessage(meera.page, 'पहला');
  await expectStates(meera.page, ['पहला'], 'Sent');

  isDropping = true;
  const login = await context.request.post('/api/auth/login', {
    data: { email: zoya.email, password: PASSWORD },
  });
  expect(login.status()).toBe(200);
  await composer(meera.page).fill('केवल मीरा का');
  await composer(meera.page).press('Enter');

  // The page now belongs to the other user: it shows none of Meera's messages and has sent nothing.
  await expect(meera.page.getByText('Hi, ज़ोया')).toBeVisible();
  await expect(conversation(meera.page).getByRole('article')).toHaveCount(0);
  await expect(composer(meera.page)).toHaveValue('');
  expect(await fetchStoredTexts(arun.page.request, zoya._id)).toEqual([]);
  expect(await fetchStoredTexts(arun.page.request, meera._id)).toEqual(['पहला']);
});
