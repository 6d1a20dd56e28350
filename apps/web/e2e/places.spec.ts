import { randomUUID } from 'node:crypto';
import { baseUrl, expect, test } from './fixtures.ts';
import { openForm } from './story-form.ts';

test('a place: is chosen by keyboard, shown on the story, and its page has the story', async ({
  newUser,
}) => {
  const { page, fullName } = await newUser(`Meera ${randomUUID().slice(0, 8)}`);
  const title = `अस्सी घाट ${randomUUID().slice(0, 8)}`;
  const hosts = new Set<string>();
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http')) hosts.add(host);
  });
  const story = await openForm(page);
  await page.getByLabel('Title').fill(title);
  await story.fill('नाव धीरे चली।');

  const location = page.getByRole('combobox', { name: 'Location' });
  await location.focus();
  await page.keyboard.type('banar');
  await page
    .getByRole('option', { name: /^Varanasi/ })
    .first()
    .waitFor();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^Varanasi \(Banaras\)/);
  await page.keyboard.press('Enter');
  await expect(location).toHaveValue(/, Uttar Pradesh$/);
  await expect(page.getByRole('button', { name: 'Remove the place Varanasi' })).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.type('Assi Ghat, ');
  const text = await location.inputValue();
  await page.keyboard.press('Control+Enter');

  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: text, exact: true }).first().click();
  await expect(page).toHaveURL('/place/varanasi');
  await expect(page.getByRole('heading', { level: 1, name: 'Varanasi वाराणसी' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3, name: title })).toBeVisible();
  await expect(page.getByRole('region', { name: 'People who wrote about this place' })).toContainText(
    fullName,
  );

  const reader = await newUser('Arun');
  await reader.page.goto('/place/varanasi');
  await reader.page.getByRole('link', { name: `Message ${fullName}` }).click();
  await expect(reader.page).toHaveURL(/\/chat\//);
  await reader.page.goBack();
  await reader.page.getByRole('link', { name: title }).click();
  await reader.page.goBack();
  await expect(reader.page.getByRole('heading', { level: 3, name: title })).toBeInViewport();
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});

test('a story at a place: is on the map of its state, and leads from the place next to it', async ({
  newUser,
}) => {
  const { page } = await newUser('Meera');
  const { places } = await (await page.request.get('/api/place/search?q=Sanchi Stupa')).json();
  const [sanchi] = places;
  const data = { blogTitle: `Sanchi ${randomUUID()}`, blogContent: 'स्तूप', placeId: sanchi._id };
  expect((await page.request.post('/api/post/create-post', { data })).status()).toBe(201);

  await expect(async () => {
    await page.goto('/places/madhya-pradesh');
    const list = page.getByRole('region', { name: 'Places in Madhya Pradesh' });
    await expect(list.getByRole('link', { name: sanchi.name })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.goto('/place/vidisha');
  const nearest = page.getByRole('region', { name: 'Nearest places with stories' });
  await nearest.getByRole('link', { name: sanchi.name }).click();

  await expect(page).toHaveURL(`/place/${sanchi.slug}`);
  await expect(page.getByRole('link', { name: data.blogTitle })).toBeVisible();
});

test('a draft: has its place on another device, until the place is removed', async ({ newUser, browser }) => {
  const { page } = await newUser('Meera');
  await openForm(page);
  await page.getByLabel('Title').fill('காசி');
  const saved = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes('"placeId":"')),
  );
  await page.getByRole('combobox', { name: 'Location' }).pressSequentially('काशी');
  await page
    .getByRole('option', { name: /^Varanasi/ })
    .first()
    .click();
  await expect(page.getByLabel('Location')).toHaveValue('काशी');
  await saved;

  const context = await browser.newContext({
    baseURL: baseUrl(),
    storageState: await page.context().storageState(),
  });
  const other = await context.newPage();
  await other.goto('/add-posts');
  await other.getByRole('link', { name: /^Continue/ }).click();
  const remove = other.getByRole('button', { name: 'Remove the place Varanasi' });
  await remove.click();
  await expect(remove).toHaveCount(0);
  await expect(other.getByLabel('Location')).toHaveValue('काशी');
  await context.close();
});

for (const { width, height } of [
  { width: 375, height: 812 },
  { width: 320, height: 568 },
]) {
  test(`places for the location at ${width} px: are in sight and not behind the buttons of the form`, async ({
    newUser,
  }) => {
    const { page } = await newUser('Meera');
    await page.setViewportSize({ width, height });
    await openForm(page);
    // Scrolls until the field is right above the buttons.
    const field = page.getByRole('combobox', { name: 'Location' });
    await field.focus();
    const actions = page.locator('.sticky-actions');
    await page.evaluate(() => {
      const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      const distance = (boxOf('[role=combobox]')?.bottom ?? 0) - (boxOf('.sticky-actions')?.top ?? 0);
      window.scrollBy(0, distance + 8);
    });
    await page.keyboard.type('ban');
    const list = page.getByRole('listbox', { name: 'Places' });
    await page.getByRole('option').first().waitFor();

    await expect(list).toBeInViewport({ ratio: 1 });
    await expect(field).toBeInViewport({ ratio: 1 });
    await expect
      .poll(async () => {
        const [popup, buttons] = [await list.boundingBox(), await actions.boundingBox()];
        return (buttons?.y ?? 0) - ((popup?.y ?? 0) + (popup?.height ?? 0));
      })
      .toBeGreaterThanOrEqual(0);
    await page.screenshot({ path: test.info().outputPath('places.png') });
  });
}

test('pages of places: show names in their own script in a font of the product', async ({ newUser }) => {
  const { page } = await newUser('Meera');
  for (const [slug, name] of [
    ['kerala', 'കേരളം'],
    ['telangana', 'తెలంగాణ'],
    ['gujarat', 'ગુજરાત'],
    ['karnataka', 'ಕರ್ನಾಟಕ'],
    ['punjab', 'ਪੰਜਾਬ'],
    ['odisha', 'ଓଡ଼ିଶା'],
  ] as const) {
    await page.goto(`/place/${slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    // A font is loaded only when a character in its range is shown.
    const isShownInOurFont = () =>
      page.evaluate((code) => {
        const ranges = [...document.fonts]
          .filter(({ status }) => status === 'loaded')
          .flatMap(({ unicodeRange }) => unicodeRange.split(','))
          .map((range) => range.replace(/^\s*U\+/i, '').split('-'))
          .map(([first = '', last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)]);
        return ranges.some(([first = 0, last = 0]) => first <= code && code <= last);
      }, name.charCodeAt(0));
    await expect.poll(isShownInOurFont, slug).toBe(true);
  }
});
