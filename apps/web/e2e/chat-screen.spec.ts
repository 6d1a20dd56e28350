import type { APIRequestContext, Page } from '@playwright/test';
import { drawPicture } from './draw-picture.ts';
import { expect, test } from './fixtures.ts';

/** What needs a real layout: where the conversation stands, how high the composer is, where the focus goes. */

/** Id of the person who is signed in. */
async function idOf(request: APIRequestContext): Promise<string> {
  const { _id } = await (await request.get('/api/auth/check-auth')).json();
  return _id;
}

async function send(request: APIRequestContext, to: string, texts: string[]): Promise<void> {
  for (const text of texts) {
    const response = await request.post(`/api/message/send/${to}`, { data: { text, image: '' } });
    expect(response.status()).toBe(201);
  }
}

const letters = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `கடிதம் ${from + index}\nபாதை தொடர்கிறது`);

const list = (page: Page, name: string) => page.getByRole('region', { name: `Conversation with ${name}` });
const fromEnd = (page: Page, name: string) =>
  list(page, name).evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
const topOf = async (page: Page, name: string, text: string) =>
  (await list(page, name).getByText(text).first().boundingBox())?.y ?? Number.NaN;

test('history comes upward without a jump, and what is new waits behind a button', async ({ newPerson }) => {
  const meera = await newPerson('Meera Nair');
  const kashi = await newPerson('காசி');
  const [meeraId, kashiId] = [await idOf(meera.page.request), await idOf(kashi.page.request)];
  await send(kashi.page.request, meeraId, letters(1, 90));

  await meera.page.goto(`/chat/${kashiId}`);
  await expect(list(meera.page, 'காசி').getByText('கடிதம் 90')).toBeVisible();
  expect(await fromEnd(meera.page, 'காசி')).toBeLessThan(2);

  // Near the top the page before comes by itself; what one reads stays where it is.
  await expect(list(meera.page, 'காசி').getByRole('listitem')).toHaveCount(40);
  await list(meera.page, 'காசி').evaluate((element) => {
    element.scrollTop = 150;
  });
  const before = await topOf(meera.page, 'காசி', 'கடிதம் 53');
  await expect(list(meera.page, 'காசி').getByRole('listitem')).toHaveCount(80);
  expect(Math.abs((await topOf(meera.page, 'காசி', 'கடிதம் 53')) - before)).toBeLessThan(2);

  await send(kashi.page.request, meeraId, letters(91, 92));
  await expect(meera.page.getByRole('button', { name: '2 new messages' })).toBeVisible();
  expect(Math.abs((await topOf(meera.page, 'காசி', 'கடிதம் 53')) - before)).toBeLessThan(2);
  await meera.page.getByRole('button', { name: '2 new messages' }).click();
  await expect.poll(() => fromEnd(meera.page, 'காசி')).toBeLessThan(2);

  // Who is at the end stays there.
  await send(kashi.page.request, meeraId, letters(93, 93));
  await expect(list(meera.page, 'காசி').getByText('கடிதம் 93')).toBeVisible();
  await expect.poll(() => fromEnd(meera.page, 'காசி')).toBeLessThan(2);
});

test('the composer grows to six lines and no further, and the newest stays in sight', async ({
  newPerson,
}) => {
  const meera = await newPerson('Meera Nair');
  const kashi = await newPerson('காசி');
  await send(kashi.page.request, await idOf(meera.page.request), letters(1, 30));
  await meera.page.goto(`/chat/${await idOf(kashi.page.request)}`);
  await expect(list(meera.page, 'காசி').getByText('கடிதம் 30')).toBeVisible();

  await expect.poll(() => fromEnd(meera.page, 'காசி')).toBeLessThan(2);
  const field = meera.page.getByLabel('Message', { exact: true });
  const heightOf = async (lines: number) => {
    await field.fill(Array.from({ length: lines }, () => 'வரி').join('\n'));
    return (await field.boundingBox())?.height ?? Number.NaN;
  };
  const [two, three, six] = [await heightOf(2), await heightOf(3), await heightOf(6)];
  const line = three - two;
  expect(line).toBeGreaterThan(15);
  expect(Math.abs(six - two - 4 * line)).toBeLessThan(2);
  await expect.poll(() => fromEnd(meera.page, 'காசி')).toBeLessThan(2);
  expect(Math.abs((await heightOf(10)) - six)).toBeLessThan(2);
});

test('a picture opens over everything, keeps the focus, and gives it back on Escape', async ({
  newPerson,
}) => {
  const meera = await newPerson('Meera Nair');
  const kashi = await newPerson('காசி');
  const image = `data:image/jpeg;base64,${(await drawPicture()).toString('base64')}`;
  const response = await kashi.page.request.post(`/api/message/send/${await idOf(meera.page.request)}`, {
    data: { text: '', image },
  });
  expect(response.status()).toBe(201);
  await meera.page.goto(`/chat/${await idOf(kashi.page.request)}`);

  const opener = meera.page.getByRole('button', { name: 'Sent by காசி' });
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

test('on a small screen: one pane at a time, with Back to the people, nothing wider than the screen', async ({
  newPerson,
}) => {
  const meera = await newPerson('Meera Nair', { viewport: { width: 320, height: 640 } });
  const name = 'மீனாட்சிசுந்தரேஸ்வரர்ராமகிருஷ்ணன்';
  const kashi = await newPerson(name);
  await send(kashi.page.request, await idOf(meera.page.request), ['अ'.repeat(4_000)]);
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
