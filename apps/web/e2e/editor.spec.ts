import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { waitForStableScrollTop } from './scroll.ts';
import { dispatchTransfer, openForm } from './story-form.ts';

test('a dialog closed with Escape: returns the focus, the caret and the selection to the text', async ({
  newUser,
}) => {
  const { page } = await newUser('मीरा');
  await page.goto('/my-posts');
  await page.getByRole('link', { name: 'New Post' }).click();
  const story = page.getByRole('textbox', { name: 'Your story' });
  await story.click();
  await page.keyboard.type('चाय and toast');
  await page.keyboard.press('Shift+Home');
  await page.getByRole('button', { name: 'Link' }).click();
  await expect(page.getByLabel('Link text')).toHaveValue('चाय and toast');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(story).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('!');
  await expect(story).toHaveText('चाय and toast!');

  await page.getByRole('button', { name: 'Link' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a link' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).last().click();
  await page.keyboard.type('?');
  await expect(story).toHaveText('चाय and toast!?');

  await page.goBack();
  await page.getByRole('button', { name: 'Keep writing' }).click();
  await page.keyboard.type('.');
  await expect(story).toHaveText('चाय and toast!?.');
});

test('addresses and headings: are formatted while they are typed or pasted, and are part of the story', async ({
  newUser,
}) => {
  const { page } = await newUser('மீனா');
  const story = await openForm(page);
  await page.getByLabel('Title').fill('Links');
  await story.click();

  await page.keyboard.type('## Trains');
  await expect(story.locator('h2')).toHaveText('Trains');
  await page.keyboard.press('Enter');
  await page.keyboard.type('See (https://example.org/a), ');
  await expect(story.locator('a')).toHaveAttribute('href', 'https://example.org/a');
  await page.keyboard.type('javascript:alert(1) ');
  await expect(story.locator('a')).toHaveText(['https://example.org/a']);
  // Text that is typed slowly is undone in several steps.
  await expect(async () => {
    await page.keyboard.press('Control+z');
    expect(await story.locator('a').count()).toBe(0);
  }).toPass();
  await expect(story.locator('p')).toHaveText('See (https://example.org/a), ');
  // A removed link stays removed.
  await page.keyboard.type('www.example.org');
  await page.keyboard.press('Enter');
  await expect(story.locator('a')).toHaveText(['www.example.org']);

  await dispatchTransfer(story, 'paste', { text: 'घाट: https://example.org/घाट।\nmailto:meera@example.org' });
  await dispatchTransfer(story, 'paste', { html: '<p> or <b>https://example.org/b</b></p>' });
  await expect(story.locator('a')).toHaveText([
    'www.example.org',
    'https://example.org/घाट',
    'mailto:meera@example.org',
    'https://example.org/b',
  ]);
  await page.keyboard.press('Enter');
  await page.keyboard.type('https://example.org/end');
  await page.getByRole('button', { name: 'Publish' }).click();

  await expect(page.getByText('Post created!')).toBeVisible();
  await expect(page.locator('article h2')).toHaveText('Trains');
  await expect(page.locator('article a[href="https://example.org/end"]')).toBeVisible();
  await expect(page.locator('article .story a')).toHaveCount(5);

  await page.getByRole('link', { name: 'Edit Post' }).click();
  await story.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' www.example.org/last');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Post updated!')).toBeVisible();
  await expect(page.locator('article a[href="https://www.example.org/last"]')).toBeVisible();
});

test('a comment copied by keyboard: keeps its lines when it is pasted', async ({ newUser }) => {
  const { page } = await newUser('Arun');
  const data = { blogTitle: 'Hampi', blogContent: 'नदी धीरे बहती है।' };
  const { post } = await (await page.request.post('/api/post/create-post', { data })).json();
  const text = 'Day 1: Pune\nDay 2: boulders\nDay 3: home';
  await page.request.post(`/api/post/${post._id}/comments`, { data: { text } });
  await page.goto(`/post/${post.slug}`);
  await page.getByText('Day 2: boulders').evaluate((element) => getSelection()?.selectAllChildren(element));
  await page.keyboard.press('Control+c');

  const story = await openForm(page);
  await story.click();
  await page.keyboard.press('Control+v');

  await expect(story.locator('p')).toHaveText(['Day 1: Pune', 'Day 2: boulders', 'Day 3: home']);
});

test('a stored quote of two paragraphs: stays a quote when other text of the story is edited', async ({
  newUser,
}) => {
  const { page } = await newUser('Arun');
  const blogContent = '<blockquote><p>सुबह</p><p>शाम</p></blockquote><p>घाट</p>';
  const data = { blogTitle: 'Quote', blogContent };
  const { post } = await (await page.request.post('/api/post/create-post', { data })).json();
  await page.goto(`/add-posts?edit=${post._id}`);

  await page.getByRole('textbox', { name: 'Your story' }).getByText('घाट').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('!');
  await page.getByRole('button', { name: 'Update story' }).click();

  await expect(page.getByText('Post updated!')).toBeVisible();
  await expect(page.locator('article .story blockquote')).toHaveText(['सुबह', 'शाम']);
});

test('a pasted table: becomes one line per row, with a notice', async ({ newUser }) => {
  const { page } = await newUser('Arun');
  const story = await openForm(page);
  await story.click();

  await dispatchTransfer(story, 'paste', {
    html: '<table><thead><tr><th>Train</th><th>Departs</th></tr></thead><tbody><tr><td>Mandovi</td><td><p>7:10</p></td></tr><tr><td>Konkan Kanya</td><td></td></tr></tbody></table>',
    text: 'Train\tDeparts\nMandovi\t7:10\nKonkan Kanya\t',
  });

  await expect(story.locator('p')).toHaveText(['Train · Departs', 'Mandovi · 7:10', 'Konkan Kanya · –']);
  await expect(page.getByText(/^Stories can't hold tables/)).toBeVisible();
});

async function expectWithinReach(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name });
  await expect(button).toBeInViewport({ ratio: 1 });
  // Nothing covers it.
  await button.click({ trial: true });
}

/** Checks that no bar covers the start of a line. */
async function expectUncovered(line: Locator): Promise<void> {
  const isUncovered = () =>
    line.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect();
      return document.elementFromPoint(left + 5, top + height / 2) === element;
    });
  await expect.poll(isUncovered).toBe(true);
}

for (const height of [812, 400]) {
  test(`a long story at 375 by ${height} px: the toolbar and Publish stay within reach`, async ({
    newUser,
  }) => {
    const { page } = await newUser('Kavya', { viewport: { width: 375, height }, hasTouch: true });
    const story = await openForm(page);
    await expectWithinReach(page, 'Publish');
    await story.click();
    for (let line = 1; line <= 30; line += 1) await page.keyboard.type(`পথ ${line}\n`);
    await page.keyboard.type('last');
    // Before the clicks, which scroll.
    await expectUncovered(story.getByText('last'));
    await expectWithinReach(page, 'Bold');
    await expectWithinReach(page, 'Publish');
    for (let line = 1; line <= 12; line += 1) await page.keyboard.press('ArrowUp');
    await expectUncovered(story.getByText('পথ 19', { exact: true }));

    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expectWithinReach(page, 'Publish');
  });
}

for (const width of [375, 1280]) {
  test(`the toolbar at ${width} px, reached from the text while it sticks to the window: leaves the page in place`, async ({
    newUser,
  }) => {
    const { page } = await newUser('Meera', { viewport: { width, height: 780 } });
    const story = await openForm(page);
    await story.click();
    const toolbar = page.getByRole('toolbar');
    // Until it has moved 150 px down from its place at the top of the text.
    await toolbar.evaluate((element) => {
      const bar = document.querySelector('.top-bar')?.getBoundingClientRect().bottom ?? 0;
      window.scrollBy(0, element.getBoundingClientRect().top - bar + 150);
    });
    const before = await waitForStableScrollTop(page);

    await page.keyboard.press('Shift+Tab');

    await expect(toolbar.locator(':focus')).toBeVisible();
    expect(await waitForStableScrollTop(page)).toBe(before);
    await page.keyboard.press('ArrowRight');
    expect(await waitForStableScrollTop(page)).toBe(before);
  });
}
