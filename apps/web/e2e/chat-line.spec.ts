import { randomUUID } from 'node:crypto';
import {
  conversation,
  expectStates,
  expectTexts,
  message,
  openConversation,
  storedTexts,
  write,
} from './conversation.ts';
import { baseUrl, expect, test } from './fixtures.ts';
import { openLine } from './line.ts';
import { startProduct } from './product.ts';
import { signUp } from './world.ts';

/** Lines that break: what was written goes out once and in order, what was missed is caught up with. */

const WAITING = 'Waiting for the connection';
const CUT = /^No connection\./;
const DESK = { width: 1280, height: 720 };

test('offline by the switch of the browser: what is written waits with its sign, and goes out once, in order', async ({
  newPerson,
}) => {
  const meera = await newPerson('मीरा नायर');
  const arun = await newPerson('அருண்');
  await openConversation(meera.page, arun._id);
  await openConversation(arun.page, meera._id);
  await write(meera.page, 'पहले');
  await expect(message(arun.page, 'पहले')).toBeVisible();

  await meera.page.context().setOffline(true);
  const offline = ['आ रही हूँ 🚂', 'মেঘ করেছে', 'நாளை காலை'];
  for (const text of offline) await write(meera.page, text);
  await expectStates(meera.page, offline, WAITING);
  await expect(conversation(meera.page).getByRole('button', { name: 'Retry' })).toHaveCount(3);
  // The banner takes its room from the list: the composer stays above the bar at the foot.
  await expect(meera.page.getByText('You are offline.')).toBeVisible();
  for (const viewport of [{ width: 375, height: 740 }, DESK]) {
    await meera.page.setViewportSize(viewport);
    const isTooHigh = () => document.documentElement.scrollHeight > window.innerHeight;
    expect(await meera.page.evaluate(isTooHigh), `${viewport.width} px`).toBe(false);
  }
  await write(arun.page, 'எங்கே?');
  await expectStates(arun.page, ['எங்கே?'], 'Sent');
  expect(await storedTexts(arun.page.request, meera._id)).toEqual(['पहले', 'எங்கே?']);

  await meera.page.context().setOffline(false);
  await expect(conversation(meera.page).getByText(WAITING)).toHaveCount(0);
  const all = ['पहले', 'எங்கே?', ...offline];
  await expectTexts(meera.page, all);
  await expectTexts(arun.page, all);
  // The list is looked at there.
  await expectStates(meera.page, offline, 'Read');
  expect(await storedTexts(arun.page.request, meera._id)).toEqual(all);
});

test('a line that swallows everything: noticed within 30 s, and all is caught up with afterwards', async ({
  openPage,
  newPerson,
}) => {
  test.slow();
  const meera = await newPerson('Meera');
  const arun = await newPerson('அருண்');
  await openConversation(arun.page, meera._id);
  const line = await openLine(baseUrl());
  try {
    const page = await openPage(meera, { baseURL: line.url });
    await openConversation(page, arun._id);
    await write(arun.page, 'முதல்');
    await expect(message(page, 'முதல்')).toBeVisible();

    line.swallow();
    await write(arun.page, 'while nobody hears');
    await expectStates(arun.page, ['while nobody hears'], 'Sent');
    await write(page, 'कोई है?');
    await write(page, 'सुनो');
    await expect(page.getByText(CUT)).toBeVisible({ timeout: 30_000 });
    expect(await storedTexts(arun.page.request, meera._id)).toEqual(['முதல்', 'while nobody hears']);

    line.restore();
    const all = ['முதல்', 'while nobody hears', 'कोई है?', 'सुनो'];
    // A try that began in the hole ends by its own time-out of 20 s, the next follows after a pause.
    await expect(page.getByText(CUT)).toBeHidden({ timeout: 45_000 });
    // So does a question that goes over a connection that is still in the hole, by its time-out of 15 s.
    await expect(message(page, 'while nobody hears')).toBeVisible({ timeout: 40_000 });
    await expectStates(page, ['कोई है?', 'सुनो'], 'Read');
    await expectTexts(page, all);
    await expectTexts(arun.page, all);
    expect(await storedTexts(arun.page.request, meera._id)).toEqual(all);
  } finally {
    await line.close();
  }
});

test('a server that is killed while messages are on their way: started again, it has each of them once', async ({
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
    const [page, arunsPage] = [
      await openPage(meera, { baseURL: product.url }),
      await openPage(arun, { baseURL: product.url }),
    ];
    await openConversation(page, arun._id);
    await openConversation(arunsPage, meera._id);

    // The second one is stored, and its answer lost with the server.
    const lost = 'দুই';
    let isKilled: Promise<void> | undefined;
    await page.route('**/api/message/send/**', async (route) => {
      if (isKilled || route.request().postDataJSON().text !== lost) return route.fallback();
      await route.fetch();
      isKilled = product.kill();
      await isKilled;
      await route.abort();
    });
    const texts = ['এক', lost, 'তিন', 'চার', `পাঁচ ${randomUUID()}`];
    for (const text of texts) await write(page, text);
    await expectStates(page, texts.slice(1), WAITING);
    await expect(page.getByText(CUT)).toBeVisible();

    await product.startAgain();
    await expect(conversation(page).getByText(WAITING)).toHaveCount(0, { timeout: 45_000 });
    await expect(arunsPage.getByText(CUT)).toBeHidden({ timeout: 20_000 });
    await expectTexts(page, texts);
    await expectTexts(arunsPage, texts);
    await expectStates(page, texts, 'Read');
    expect(await storedTexts(page.request, arun._id)).toEqual(texts);
  } finally {
    for (const client of clients) await client.dispose();
    await product.stop();
  }
});
