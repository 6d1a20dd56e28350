import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { baseUrl, expect, test } from './fixtures.ts';

const mapOf = (page: Page, name: string) => page.getByRole('navigation', { name: `Map of ${name}` });

/** Publishes a story of the place that is the best match for a name. */
async function publish(page: Page, name: string) {
  const { places } = await (await page.request.get(`/api/place/search?q=${name}`)).json();
  const data = { blogTitle: `${name} ${randomUUID()}`, blogContent: 'ऊँट और चाँद।', placeId: places[0]._id };
  expect((await page.request.post('/api/post/create-post', { data })).status()).toBe(201);
  // The map shows a story within two seconds.
  await expect(async () => {
    const { points } = await (await page.request.get('/api/place/map')).json();
    expect(points.map((point: { slug: string }) => point.slug)).toContain(places[0].slug);
  }).toPass();
}

test('a reader with a keyboard: goes from the map of India to a state, to a place, and back', async ({
  newUser,
}) => {
  const { page } = await newUser('Kavya Iyer');
  await publish(page, 'Jaisalmer');
  const foreignRequests: string[] = [];
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(baseUrl()))
      foreignRequests.push(request.url());
  });
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Story lists' }).getByRole('link', { name: 'By place' }).click();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await expect(heading('By place')).toBeFocused();
  const map = mapOf(page, 'India');
  await expect(map.getByRole('link', { name: /^Rajasthan, [1-9]/ })).toBeVisible();

  await page.getByRole('link', { name: 'Skip the map' }).focus();
  await page.keyboard.press('Tab');
  await expect(map.getByRole('link', { name: /^Andaman and Nicobar Islands, / })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(map.getByRole('link', { name: /^Andhra Pradesh, / })).toBeFocused();
  await expect(map.getByText(/^Andhra Pradesh, /)).toBeVisible();
  await map.getByRole('link', { name: /^Rajasthan, / }).focus();
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL('/places/rajasthan');
  await expect(heading('Rajasthan')).toBeFocused();
  const dot = mapOf(page, 'Rajasthan').getByRole('link', { name: /^Jaisalmer/ });
  await dot.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/place/jaisalmer');
  await expect(heading('Jaisalmer')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Map of India: Rajasthan' })).toBeVisible();

  await page.goBack();
  await expect(dot).toBeFocused();
  await page.goBack();
  await expect(heading('By place')).toBeVisible();
  await expect(map.getByRole('link')).toHaveCount(36);
  await expect(map.getByRole('link', { name: /^Rajasthan, / })).toBeFocused();
  expect(foreignRequests).toEqual([]);
});

test('a reader who does not see the map: finds the same in the lists', async ({ newUser }) => {
  const { page } = await newUser('Kavya Iyer');
  await publish(page, 'Kavaratti');
  await page.goto('/places');
  const list = page.getByRole('region', { name: 'States and union territories' });
  await expect(list).toBeVisible();

  const readNames = (names: string[]) => names.map((name) => name.replace(', ', ''));
  const onMap = await mapOf(page, 'India')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? ''));
  expect(onMap).toHaveLength(36);
  expect(readNames(onMap)).toEqual(await list.getByRole('link').allTextContents());

  await page.goto('/places/lakshadweep');
  const places = page.getByRole('region', { name: 'Places in Lakshadweep' });
  const row = places.getByRole('link', { name: /^Kavaratti/ });
  await expect(row).toHaveAttribute('href', '/place/kavaratti');
  await expect(mapOf(page, 'Lakshadweep').getByRole('link', { name: /^Kavaratti/ })).toHaveAttribute(
    'href',
    '/place/kavaratti',
  );
  await page.getByRole('link', { name: 'All of India' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'By place' })).toBeFocused();
});

test('a reader with a mouse: sees a small territory highlighted near its middle, and opens it', async ({
  newUser,
}) => {
  const { page } = await newUser('Kavya Iyer');
  await page.goto('/places');
  const goa = mapOf(page, 'India').getByRole('link', { name: /^Goa, / });

  await goa.hover();
  await expect(mapOf(page, 'India').getByText(/^Goa, /)).toBeVisible();
  await goa.click();

  await expect(page).toHaveURL('/places/goa');
});
