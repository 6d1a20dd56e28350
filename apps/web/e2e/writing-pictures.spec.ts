import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, PASSWORD, test } from './fixtures.ts';
import { dispatchTransfer, limitUploads, openForm } from './story-form.ts';

/** Maximum in one request. */
const CHUNK_BYTES = 256 * 1024;

/** A picture of noise, which compresses badly: about 700 kB, three requests. */
async function drawNoise(seed: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 100 + seed, sigma: 60 } as const;
  return sharp({ create: { width: 1000, height: 700, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 92 })
    .toBuffer();
}

function drawColor(background: string, width = 600, height = 400): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

async function pickPictures(page: Page, ...buffers: Buffer[]): Promise<void> {
  const files = buffers.map((buffer, index) => ({ name: `p${index}.jpg`, mimeType: 'image/jpeg', buffer }));
  await page.getByLabel('Pictures for the text').setInputFiles(files);
}

const figures = (story: Locator) => story.locator('figure');

/** Waits until all pictures of the text are uploaded. */
async function expectUploaded(story: Locator, count: number): Promise<void> {
  await expect(story.locator('figure img[src*="/media/"]')).toHaveCount(count, { timeout: 60_000 });
}

test('pictures by button, with texts: are moved, removed, restored, published and read in order', async ({
  newUser,
}) => {
  const { page } = await newUser('மீரா');
  const story = await openForm(page);
  await page.getByLabel('Title').fill('Kovil');
  await story.click();
  await page.keyboard.type('Before the pictures.');

  await pickPictures(
    page,
    await drawColor('#a33'),
    await drawColor('#3a3'),
    await drawColor('#33a', 400, 500),
  );
  await expect(figures(story)).toHaveCount(3);
  await page.keyboard.type('After the pictures.');
  await expectUploaded(story, 3);

  // From the last line, the arrow key leads to the pictures.
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await expect(figures(story).nth(2)).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(figures(story).nth(1)).toBeFocused();
  await expect(page.getByRole('group', { name: 'Picture 2 of 3: no description' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Caption and description' });
  await dialog.getByLabel('Description').fill('கோபுரம் "east"');
  await dialog.getByLabel('Caption').fill('Madurai, <dawn>');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const named = page.getByRole('group', { name: 'Picture 2 of 3: கோபுரம் "east"' });
  await expect(named.locator('figcaption')).toHaveText('Madurai, <dawn>');
  await expect(named.getByRole('button', { name: 'Describe this picture' })).toBeHidden();

  await figures(story).first().focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Between.');
  await figures(story).first().locator('img').click();
  await page.getByRole('button', { name: 'Remove picture' }).first().click();
  await expect(figures(story)).toHaveCount(2);
  await page.keyboard.press('Control+z');
  await expect(figures(story)).toHaveCount(3);
  await named.hover();
  await named.getByRole('button', { name: 'Use as cover picture' }).click();
  await expect(page.getByLabel('Describe the picture')).toHaveValue('கோபுரம் "east"');

  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Post created!')).toBeVisible();
  const article = page.locator('article');
  await expect(article.locator('figure img[alt="கோபுரம் \\"east\\""]').last()).toBeVisible();
  await expect(article.getByText('Madurai, <dawn>')).toBeVisible();
  const order = await article
    .locator('.story > *')
    .evaluateAll((blocks) =>
      blocks.map((block) => (block.querySelector('img') ? 'picture' : block.textContent)),
    );
  expect(order).toEqual([
    'Before the pictures.',
    'picture',
    'Between.',
    'picture',
    'picture',
    'After the pictures.',
  ]);
});

test('pictures by paste and drop: go into the text where they were pasted or dropped; pictures of other sites are left out', async ({
  newUser,
}) => {
  const { page } = await newUser('Meera');
  const story = await openForm(page);
  await story.click();
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Two');
  const base64 = (await drawColor('#a33')).toString('base64');

  await dispatchTransfer(story, 'paste', { file: { name: 'a.jpg', type: 'image/jpeg', base64 } });
  await expect(story.locator('p + figure')).toHaveCount(1);
  await dispatchTransfer(story.locator('p').first(), 'drop', {
    file: { name: 'b.jpg', type: 'image/jpeg', base64 },
  });
  await expectUploaded(story, 2);

  await dispatchTransfer(story, 'paste', {
    html: `<p>Pasted <img src="data:image/jpeg;base64,${base64}" alt="घाट"> words</p><p><img src="https://example.org/a.jpg"></p>`,
    text: 'Pasted words',
  });
  await expect(page.getByText(/^One picture was left out because it is on another website/)).toBeVisible();
  await expectUploaded(story, 3);
  await expect(story.locator('figure img[alt="घाट"]')).toHaveCount(1);
  await expect(story.locator('img[src^="http"]:not([src*="/media/"])')).toHaveCount(0);

  // Copied and pasted within the story, an uploaded picture stays the same one.
  await story.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+x');
  await expect(figures(story)).toHaveCount(0);
  await page.keyboard.press('Control+v');
  await expectUploaded(story, 3);
});

test('a slow connection that is interrupted, and a reload: every upload continues where it stopped, and publishing waits', async ({
  newUser,
}) => {
  test.slow();
  const { page } = await newUser('Asha');
  const pictures = [await drawNoise(1), await drawNoise(2), await drawNoise(3)];
  const pictureBytes = pictures.reduce((sum, { length }) => sum + length, 0);
  const story = await openForm(page);
  const setUploadRate = await limitUploads(page);
  const offsets: number[] = [];
  /** Upper bound: of a request that is cut, only a part was sent. */
  let sentBytes = 0;
  page.on('request', (request) => {
    if (request.method() !== 'PATCH') return;
    const offset = Number(request.headers()['upload-offset']);
    offsets.push(offset);
    sentBytes += Math.min(CHUNK_BYTES, pictureBytes / pictures.length - offset);
  });
  await page.getByLabel('Title').fill('Slow');
  await story.click();
  await page.keyboard.type('Words');

  await setUploadRate(200_000);
  await pickPictures(page, ...pictures);
  await expect(story.locator('figure img[src^="blob:"]')).toHaveCount(3);
  await expect.poll(() => offsets.some((offset) => offset > 0)).toBe(true);

  await page.context().setOffline(true);
  await expect(story.getByText(/^You're offline/).first()).toBeVisible();
  await page.context().setOffline(false);
  await expectUploaded(story, 1);

  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('progressbar', { name: 'Uploading pictures' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publishing…' })).toBeDisabled();
  await page.getByRole('button', { name: "Don't publish yet" }).click();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled();

  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(story.locator('figure img')).toHaveCount(3);
  await setUploadRate(-1);
  await expectUploaded(story, 3);
  await page.getByRole('button', { name: 'Publish' }).click();

  await expect(page.getByText('Post created!')).toBeVisible();
  await expect(page.locator('article .story figure img')).toHaveCount(3);
  // Each of the two interruptions costs one request at most.
  expect(sentBytes).toBeGreaterThan(0.9 * pictureBytes);
  expect(sentBytes).toBeLessThan(pictureBytes + 2.5 * CHUNK_BYTES);
});

test('uploads that the server rejects: say why and can be removed, or say when they will resume', async ({
  newUser,
}) => {
  const { page } = await newUser('Ravi');
  const story = await openForm(page);
  await page.getByLabel('Title').fill('Rejected');
  await story.click();
  await page.keyboard.type('Words');

  await page.getByLabel('Pictures for the text').setInputFiles([
    { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') },
    { name: 'b.heic', mimeType: 'image/heic', buffer: Buffer.from('heic') },
  ]);
  await expect(story.getByText("HEIC pictures can't be opened. Please use JPEG or PNG.")).toBeVisible();
  await expect(story.getByText('A picture must be a PNG, JPEG, WebP, GIF or AVIF file')).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(
    page.getByText("A picture couldn't be uploaded. Try again or remove it, then publish."),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Remove picture' }).first().click();
  await page.getByRole('button', { name: 'Remove picture' }).first().click();
  await page.route('**/api/media/uploads', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '120' },
      json: { message: 'Too many', code: 'too_many_requests', requestId: 'r' },
    }),
  );
  await pickPictures(page, await drawColor('#a33'));
  await expect(
    story.getByText("You've added a lot of pictures. The upload will resume in 2 minutes."),
  ).toBeVisible();
});

test('a server that fails in different ways: the upload continues by itself', async ({ newUser }) => {
  const { page } = await newUser('Zoya');
  const story = await openForm(page);
  await story.click();
  await page.keyboard.type('Words');
  const faults = ['none', 500, 503, 'html', 'none', 502] as const;
  let requests = 0;
  await page.route('**/api/media/uploads**', async (route) => {
    const fault = faults[requests++];
    if (fault === undefined) return route.continue();
    if (fault === 'none') return route.abort('connectionreset');
    if (fault === 'html')
      return route.fulfill({ contentType: 'text/html', body: '<p>Sign in to the Wi-Fi</p>' });
    return route.fulfill({ status: fault, json: { message: 'Busy', code: 'internal', requestId: 'r' } });
  });

  await pickPictures(page, await drawColor('#a33'));
  await expect(story.getByText('Connection lost. The upload will resume where it left off.')).toBeVisible();

  // Each retry waits longer than the one before; the browser's `online` event ends the wait.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      return story.locator('figure img[src*="/media/"]').count();
    })
    .toBe(1);
  expect(requests).toBeGreaterThan(faults.length);
});

test('a session that ends during an upload: the picture is uploaded after signing in again', async ({
  newUser,
}) => {
  const { page, email } = await newUser('Kamala');
  const story = await openForm(page);
  const setUploadRate = await limitUploads(page);
  await page.getByLabel('Title').fill('Ended');
  await story.click();
  await page.keyboard.type('Words');
  await setUploadRate(100_000);
  await pickPictures(page, await drawNoise(4));
  await expect(story.getByText(/^Uploading… [1-9]/)).toBeVisible();

  await page.context().clearCookies();
  await expect(page).toHaveURL(/\/login/);
  await setUploadRate(-1);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();

  await expect(page.getByLabel('Title')).toHaveValue('Ended');
  await expectUploaded(story, 1);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const { drafts } = await (await page.request.get('/api/drafts')).json();
  expect(drafts[0].blogHtml).toMatch(/^<p>Words<\/p><figure><img src="\/media\//);
});

test('a draft on another device: has only the uploaded pictures', async ({ newUser, openPage }) => {
  const author = await newUser('Ritu');
  const story = await openForm(author.page);
  await story.click();
  await author.page.keyboard.type('Words');
  await pickPictures(author.page, await drawColor('#a33'));
  await expectUploaded(story, 1);
  await author.page.route('**/api/media/uploads**', () => undefined);
  await pickPictures(author.page, await drawColor('#33a'));
  await expect(author.page.getByText('Saved', { exact: true })).toBeVisible();

  const second = await openPage(author);
  await openForm(second);
  await second.getByRole('link', { name: /^Continue/ }).click();

  const elsewhere = second.getByRole('textbox', { name: 'Your story' });
  await expect(elsewhere.getByText('Words')).toBeVisible();
  await expectUploaded(elsewhere, 1);
  await expect(elsewhere.locator('figure')).toHaveCount(1);
});
