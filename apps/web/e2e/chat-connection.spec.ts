import { randomUUID } from 'node:crypto';
import {
  conversation,
  expectMessages,
  expectPresence,
  expectStates,
  fetchStoredTexts,
  message,
  openConversation,
  sendMessage,
} from './conversation.ts';
import { baseUrl, expect, test } from './fixtures.ts';
import { startProduct } from './product.ts';
import { startTcpProxy } from './tcp-proxy.ts';
import { signUp } from './world.ts';

/** Broken connections: pending messages are sent once and in order, missed messages are fetched. */

const WAITING = 'Waiting to send';
const DISCONNECTED_NOTICE = /^No connection\./;
const DESKTOP = { width: 1280, height: 720 };

test('offline in the browser: messages wait and are sent once, in order, after reconnecting', async ({
  newUser,
}) => {
  const meera = await newUser('मीरा नायर');
  const arun = await newUser('அருண்');
  await openConversation(meera.page, arun._id);
  await openConversation(arun.page, meera._id);
  await sendMessage(meera.page, 'पहले');
  await expect(message(arun.page, 'पहले')).toBeVisible();

  await meera.page.context().setOffline(true);
  const queued = ['आ रही हूँ 🚂', 'মেঘ করেছে', 'நாளை காலை'];
  for (const text of queued) await sendMessage(meera.page, text);
  await expectStates(meera.page, queued, WAITING);
  await expect(conversation(meera.page).getByRole('button', { name: 'Retry' })).toHaveCount(3);
  // The banner takes its space from the list, so that the composer stays above the bottom bar.
  await expect(meera.page.getByText(/You're offline\. Nothing is lost/)).toBeVisible();
  for (const viewport of [{ width: 375, height: 740 }, DESKTOP]) {
    await meera.page.setViewportSize(viewport);
    const hasVerticalOverflow = () => document.documentElement.scrollHeight > window.innerHeight;
    expect(await meera.page.evaluate(hasVerticalOverflow), `${viewport.width} px`).toBe(false);
  }
  await sendMessage(arun.page, 'எங்கே?');
  await expectStates(arun.page, ['எங்கே?'], 'Sent');
  expect(await fetchStoredTexts(arun.page.request, meera._id)).toEqual(['पहले', 'எங்கே?']);

  await meera.page.context().setOffline(false);
  await expect(conversation(meera.page).getByText(WAITING)).toHaveCount(0);
  const all = ['पहले', 'எங்கே?', ...queued];
  await expectMessages(meera.page, all);
  await expectMessages(arun.page, all);
  // The recipient has the conversation open.
  await expectStates(meera.page, queued, 'Read');
  // Meera's screen shows Arun's message above the ones that were queued.
  await expectStates(arun.page, ['எங்கே?'], 'Read');
  expect(await fetchStoredTexts(arun.page.request, meera._id)).toEqual(all);
});

test('offline for a moment while connecting: connects again without waiting for the abandoned attempt', async ({
  openPage,
  playwright,
  world: { writer },
}) => {
  // Under the name localhost, Socket.IO's client ignores that the browser is offline.
  const baseURL = baseUrl().replace('localhost', '127.0.0.1');
  const client = await playwright.request.newContext({ baseURL });
  const page = await openPage(await signUp(client, 'Meera'), { baseURL });
  await client.dispose();
  let attempts = 0;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    attempts += 1;
    if (attempts > 1) socket.connectToServer();
  });
  await page.goto(`/chat/${writer._id}`);
  await expect.poll(() => attempts).toBe(1);

  await page.context().setOffline(true);
  await page.context().setOffline(false);

  // An abandoned attempt would last 20 s.
  await expectPresence(page, 'Offline');
});

test('a connection that silently drops all traffic: is detected within 30 s, and all messages arrive once it is restored', async ({
  openPage,
  newUser,
}) => {
  test.slow();
  const meera = await newUser('Meera');
  const arun = await newUser('அருண்');
  await openConversation(arun.page, meera._id);
  const proxy = await startTcpProxy(baseUrl());
  try {
    const page = await openPage(meera, { baseURL: proxy.url });
    await openConversation(page, arun._id);
    await sendMessage(arun.page, 'முதல்');
    await expect(message(page, 'முதல்')).toBeVisible();

    proxy.blackhole();
    await sendMessage(arun.page, 'while disconnected');
    await expectStates(arun.page, ['while disconnected'], 'Sent');
    await sendMessage(page, 'कोई है?');
    await sendMessage(page, 'सुनो');
    await expect(page.getByText(DISCONNECTED_NOTICE)).toBeVisible({ timeout: 30_000 });
    expect(await fetchStoredTexts(arun.page.request, meera._id)).toEqual(['முதல்', 'while disconnected']);

    proxy.restore();
    const all = ['முதல்', 'while disconnected', 'कोई है?', 'सुनो'];
    // A connection attempt made before the restore times out after 20 s; the next follows after the backoff.
    await expect(page.getByText(DISCONNECTED_NOTICE)).toBeHidden({ timeout: 45_000 });
    // A request on a connection that is still dropped times out after 15 s.
    await expect(message(page, 'while disconnected')).toBeVisible({ timeout: 40_000 });
    await expectStates(page, ['कोई है?', 'सुनो'], 'Read');
    await expectMessages(page, all);
    await expectMessages(arun.page, all);
    expect(await fetchStoredTexts(arun.page.request, meera._id)).toEqual(all);
  } finally {
    await proxy.close();
  }
});

test('a server killed while messages are being sent: stores each of them once after its restart', async ({
  openPage,
  playwright,
}) => {
  test.slow();
  const product = await startProduct();
  const newClient = () => playwright.request.newContext({ baseURL: product.url });
  const clients = [await newClient(), await newClient()] as const;
  try {
    const meera = await signUp(clients[0], 'মীরা');
    const arun = await signUp(clients[1], 'अरुण');
    const [page, arunPage] = [
      await openPage(meera, { baseURL: product.url }),
      await openPage(arun, { baseURL: product.url }),
    ];
    await openConversation(page, arun._id);
    await openConversation(arunPage, meera._id);

    // The second message is stored, but the server dies before it responds.
    const unacknowledged = 'দুই';
    let killing: Promise<void> | undefined;
    await page.route('**/api/message/send/**', async (route) => {
      if (killing || route.request().postDataJSON().text !== unacknowledged) return route.fallback();
      await route.fetch();
      killing = product.kill();
      await killing;
      await route.abort();
    });
    const texts = ['এক', unacknowledged, 'তিন', 'চার', `পাঁচ ${randomUUID()}`];
    for (const text of texts) await sendMessage(page, text);
    await expectStates(page, texts.slice(1), WAITING);
    await expect(page.getByText(DISCONNECTED_NOTICE)).toBeVisible();

    await product.restart();
    await expect(conversation(page).getByText(WAITING)).toHaveCount(0, { timeout: 45_000 });
    await expect(arunPage.getByText(DISCONNECTED_NOTICE)).toBeHidden({ timeout: 20_000 });
    await expectMessages(page, texts);
    await expectMessages(arunPage, texts);
    await expectStates(page, texts, 'Read');
    expect(await fetchStoredTexts(page.request, arun._id)).toEqual(texts);
  } finally {
    for (const client of clients) await client.dispose();
    await product.stop();
  }
});
