import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './fixtures.ts';
import { dispatchTransfer, limitUploads, openForm } from './story-form.ts';

/** 200 code points, Tamil and Latin. */
const LONG_TITLE = 'வாரணாசியில் ஒரு காலை The boatman of Assi ghat '.repeat(5).slice(0, 200).trim();
const NO_SPACES = 'தமிழ்'.repeat(400);

function drawPicture(width: number, height: number): Promise<Buffer> {
  const background = '#f3cf90';
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** Adds a picture of 900 × 900 pixels of noise, which compresses badly and is slow to upload. */
async function addLargePicture(page: Page): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const buffer = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
  await page
    .getByLabel('Add a picture')
    .first()
    .setInputFiles({ name: 'n.jpg', mimeType: 'image/jpeg', buffer });
}

test('the editor by keyboard: applies formats, lists and links, reaches the toolbar and leaves with Tab', async ({
  newUser,
}) => {
  const { page } = await newUser('मीरा');
  const story = await openForm(page);
  await page.getByLabel('Title').fill('Keys');
  await page.getByLabel('Title').press('Enter');
  await expect(story).toBeFocused();

  await page.keyboard.type('Plain ');
  await page.keyboard.press('Control+b');
  await expect(page.getByRole('button', { name: 'Bold', pressed: true })).toBeVisible();
  await page.keyboard.type('bold');
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Alt+Digit2');
  await page.keyboard.type('नाव वाला');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Shift+Digit8');
  await page.keyboard.type('चाय');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+BracketRight');
  await page.keyboard.type('अदरक');
  await page.keyboard.press('Control+Alt+Digit0');
  await expect(story.locator('li')).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(story.locator('li.ql-indent-1')).toHaveText('अदरक');

  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Add a link' });
  await expect(dialog.getByLabel('Address')).toBeFocused();
  await dialog.getByLabel('Address').fill('ftp://example.org');
  await page.keyboard.press('Enter');
  const badAddress = /^Enter an address that begins with http:\/\//;
  await expect(dialog.getByLabel('Address')).toHaveAccessibleDescription(badAddress);
  // The field has the focus already, so its error is announced as it appears.
  await expect(dialog.locator('[aria-live=polite]')).toHaveText(badAddress);
  await dialog.getByLabel('Address').fill('example.org/chai');
  await dialog.getByLabel('Link text').fill('here');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(story).toBeFocused();
  await page.keyboard.type('!');
  await expect(story.locator('a[href="https://example.org/chai"]')).toHaveText('here');

  await page.keyboard.press('Alt+F10');
  await expect(page.getByRole('button', { name: 'Bold' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Shortcuts' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(story).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(story).not.toBeFocused();

  await story.focus();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Post created!')).toBeVisible();
  await expect(page.locator('article ul ul li')).toHaveText('अदरकhere!');
});

test.describe('pasting', () => {
  // Parsing pasted markup violates the policy for its inline handlers before they are sanitized away.
  test.use({ expectedFault: /Executing inline event handler/ });

  test('pasted markup is sanitized; a picture pasted or dropped beside the text becomes the card’s picture', async ({
    newUser,
  }) => {
    const { page } = await newUser('Meera');
    const story = await openForm(page);
    await story.click();
    await dispatchTransfer(story, 'paste', {
      html: '<h1 style="color:red">Madurai</h1><p onclick="x()"><b>temple</b> <a href="javascript:alert(1)">no</a></p><img src=x onerror="alert(1)">',
      text: 'Madurai temple no',
    });
    await expect(story.locator('h2')).toHaveText('Madurai');
    await expect(story.locator('strong')).toHaveText('temple');
    await expect(story.locator('img, a, h1, [style], [onclick]')).toHaveCount(0);

    const base64 = (await drawPicture(640, 480)).toString('base64');
    const title = page.getByLabel('Title');
    await dispatchTransfer(title, 'paste', { file: { name: 'a.jpg', type: 'image/jpeg', base64 } });
    await expect(page.getByText(/^640 × 480 pixels · \d kB$/)).toBeVisible();
    const widePicture = (await drawPicture(1800, 600)).toString('base64');
    await dispatchTransfer(title, 'drop', {
      file: { name: 'b.jpg', type: 'image/jpeg', base64: widePicture },
    });
    await expect(page.getByText(/^1800 × 600 pixels/)).toBeVisible();

    // Rejected before an upload; the current picture stays.
    const input = page.getByLabel('Replace picture').first();
    const heic = { name: 'ghat.heic', mimeType: 'image/heic', buffer: Buffer.from('heic') };
    await input.setInputFiles(heic);
    await expect(page.getByText("HEIC pictures can't be opened. Please use JPEG or PNG.")).toBeVisible();
    await input.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await expect(page.getByText('SVG pictures are not accepted. Please use JPEG or PNG.')).toBeVisible();
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(10_000_001) });
    await expect(page.getByText('The picture must be at most 10 MB')).toBeVisible();
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(page.getByText("This picture couldn't be opened. Please try a JPEG or PNG.")).toBeVisible();
    await expect(page.getByText(/^1800 × 600 pixels/)).toBeVisible();

    await page.getByRole('button', { name: 'Remove picture' }).click();
    await expect(page.getByRole('button', { name: /^Add a picture or drop/ })).toBeFocused();
  });
});

test('leaving with unsaved text: asks on a link, on Back and on reload', async ({ newUser }) => {
  const { page } = await newUser('Arun');
  await page.goto('/my-posts');
  await page.getByRole('link', { name: 'New Post' }).click();
  const story = page.getByRole('textbox', { name: 'Your story' });
  await story.waitFor();
  // No prompt while the form is empty.
  await page.goBack();
  await expect(page).toHaveURL('/my-posts');
  await page.getByRole('link', { name: 'New Post' }).click();
  await story.click();
  await page.keyboard.type('வணக்கம்');
  const dialog = page.getByRole('dialog', { name: 'Leave your story?' });

  await page.getByRole('link', { name: 'Chats' }).click();
  await page.getByRole('button', { name: 'Keep writing' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/add-posts');

  await page.goBack();
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL('/add-posts');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(story).toHaveText('வணக்கம்');

  const dialogEvent = page.waitForEvent('dialog');
  // The dismissed reload never ends, so it is not awaited.
  void page.evaluate(() => window.location.reload());
  const unloadDialog = await dialogEvent;
  expect(unloadDialog.type()).toBe('beforeunload');
  await unloadDialog.dismiss();
  await expect(story).toHaveText('வணக்கம்');

  await page.goBack();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/my-posts');
});

test('leaving while a story is being sent: Keep uploading stays, and Stop leaves without publishing it', async ({
  newUser,
}) => {
  const { page } = await newUser('Ritu');
  await page.goto('/my-posts');
  await page.getByRole('link', { name: 'New Post' }).click();
  const story = page.getByRole('textbox', { name: 'Your story' });
  await page.getByLabel('Title').fill('Stopped');
  await story.fill('ভোর');
  await addLargePicture(page);
  const limitUpload = await limitUploads(page);
  await limitUpload(20_000);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('progressbar', { name: 'Uploading your story' })).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Your story is still uploading' });
  await page.goBack();
  await dialog.getByRole('button', { name: 'Keep uploading' }).click();
  await expect(page.getByRole('button', { name: 'Publishing…' })).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(page).toHaveURL('/my-posts');
  await limitUpload(-1);

  // By the time a second story is published, the first would have arrived too.
  await page.getByRole('link', { name: 'New Post' }).click();
  await page.getByLabel('Title').fill('Sent');
  await story.fill('ভোর');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Post created!')).toBeVisible();
  const { posts } = await (await page.request.get('/api/post/my-posts')).json();
  expect(posts.map(({ blogTitle }: { blogTitle: string }) => blogTitle)).toEqual(['Sent']);
});

test('a story at its limits: is rejected beyond them, published within them, edited and deleted', async ({
  newUser,
}) => {
  const { page } = await newUser('மீனா', { viewport: { width: 375, height: 812 } });
  const story = await openForm(page);
  await page.getByLabel('Title').fill(`${LONG_TITLE} and then some more words of it`);
  await expect(page.getByText(/characters too long \(limit 200\)$/)).toBeVisible();
  await story.click();
  await dispatchTransfer(story, 'paste', { text: NO_SPACES });
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Title must be at most 200 characters', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.getByLabel('Title').fill(LONG_TITLE);

  const paragraphs = Array.from(
    { length: 1_000 },
    (_, i) => `<p>Line ${i} of a story that is far too long. ${'river '.repeat(12)}</p>`,
  );
  await dispatchTransfer(story, 'paste', { html: paragraphs.join('') });
  await expect(page.getByText(/\d+ kB too long \(limit 100 kB\)/)).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Content must be at most 100 kB', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/kB too long/)).toBeHidden();
  await expect(story).toHaveText(NO_SPACES);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);

  await addLargePicture(page);
  // Slow enough to observe the progress.
  const limitUpload = await limitUploads(page);
  await limitUpload(20_000);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('button', { name: 'Publishing…' })).toBeDisabled();
  const bar = page.getByRole('progressbar', { name: 'Uploading your story' });
  const sent = async () => Number(await bar.getAttribute('aria-valuenow'));
  await expect.poll(sent).toBeGreaterThan(0);
  const before = await sent();
  await expect.poll(sent).toBeGreaterThan(before);
  expect(await sent()).toBeLessThan(100);
  await limitUpload(-1);
  await expect(page.getByText('Post created!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: LONG_TITLE })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);

  await page.getByRole('link', { name: 'Edit Post' }).click();
  await expect(page.getByLabel('Title')).toHaveValue(LONG_TITLE);
  await expect(page).toHaveURL(/\/add-posts\?edit=[0-9a-f]{24}$/);
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue(LONG_TITLE);
  // The URL alone opens the editor as well.
  const { href } = new URL(page.url());
  await page.goto('/my-posts');
  await page.goto(href);
  await expect(page.getByText('900 × 900 pixels')).toBeVisible();
  await expect(story).toContainText(NO_SPACES);
  await page.getByLabel('Title').fill('Short');
  await page.getByRole('button', { name: 'Update story' }).click();
  await expect(page.getByText('Post updated!')).toBeVisible();

  const storyUrl = page.url();
  await page.getByRole('button', { name: 'Delete Post' }).click();
  await expect(page.getByText('Post deleted')).toBeVisible();
  await expect(page).toHaveURL('/my-posts');
  await expect(page.getByText('No Post Yet')).toBeVisible();

  // From the heading of the page, backwards.
  await expect(page.getByRole('heading', { level: 1, name: 'My Posts' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Story restored')).toBeVisible();
  await expect(page).toHaveURL('/my-posts');
  await page.getByRole('link', { name: 'Short' }).click();
  await expect(page).toHaveURL(storyUrl);
  await expect(page.getByRole('article').first()).toContainText(NO_SPACES);
});
