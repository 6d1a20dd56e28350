import { randomUUID } from 'node:crypto';
import type { Request } from '@playwright/test';
import { drawGeotaggedPicture } from './draw-picture.ts';
import { expect, test } from './fixtures.ts';
import { openForm } from './story-form.ts';

test('a photo with a position: place and date are offered, used and published; the position stays in the browser', async ({
  newUser,
}) => {
  const { page } = await newUser('Meera');
  const title = `पत्थर ${randomUUID().slice(0, 8)}`;
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const story = await openForm(page);
  await page.getByLabel('Title').fill(title);
  await story.fill('सूरज ढला।');
  const location = page.getByRole('combobox', { name: 'Location' });

  await page.getByLabel('Pictures for the text').setInputFiles({
    name: 'hampi.jpg',
    mimeType: 'image/jpeg',
    buffer: await drawGeotaggedPicture(),
  });
  const offer = page.getByRole('region', { name: 'Place and date of your photos' });
  await expect(offer).toContainText('A photo was taken near Hampi, Karnataka on Mar 12, 2024.');
  await expect(location).toHaveValue('');
  const use = offer.getByRole('button', { name: 'Use Hampi, Karnataka' });
  await use.focus();
  await page.keyboard.press('Enter');
  await expect(location).toBeFocused();
  await offer.getByRole('button', { name: 'Use Mar 12, 2024 as the date' }).click();
  await expect(offer).toBeHidden();
  await expect(page.getByLabel('Date of the visit', { exact: true })).toHaveValue('2024-03-12');
  await page.getByRole('radio', { name: 'Everyone' }).check();
  await expect(location).toHaveValue('Hampi, Karnataka');
  await expect(page.locator('.story-editor figure img[src*="/media/"]')).toBeVisible();
  await page.keyboard.press('Control+Enter');

  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Hampi, Karnataka' }).first(),
  ).toHaveAttribute('href', /^\/place\/hampi/);
  await expect(page.getByText('Visited Mar 12, 2024')).toBeVisible();
  const hosts = requests
    .map((request) => new URL(request.url()))
    .filter(({ protocol }) => protocol.startsWith('http'));
  expect(new Set(hosts.map(({ host }) => host))).toEqual(new Set([new URL(page.url()).host]));
  const sent = requests.map((request) => {
    const body = request.postDataBuffer()?.toString('latin1') ?? '';
    return `${request.url()} ${JSON.stringify(request.headers())} ${body}`;
  });
  expect(sent.filter((text) => /15[.,]33|76[.,]46|Exif\0\0|2024:03:12/.test(text))).toEqual([]);
  expect(sent.some((text) => text.includes('"placeId"'))).toBe(true);

  // The page of the public story as the server sends it.
  const html = await (await fetch(page.url())).text();
  expect(html).toContain('Visited Mar 12, 2024');
  expect(html).toContain('"temporalCoverage":"2024-03-12"');
});
