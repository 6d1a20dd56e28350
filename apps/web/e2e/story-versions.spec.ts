import { expect, test } from './fixtures.ts';

const TEXTS = ['One boat left at dawn.', 'Two boats left at dawn.', 'Two boats left before dawn.'];

test('a story that was changed: shows its versions and their differences, and restores one', async ({
  newUser,
}) => {
  const { page } = await newUser('ইমরান');
  const send = (method: 'post' | 'put', path: string, blogContent: string) =>
    page.request[method](path, { data: { blogTitle: 'Boats', blogContent } });
  const { post } = await (await send('post', '/api/post/create-post', TEXTS[0] ?? '')).json();
  for (const text of TEXTS.slice(1)) await send('put', `/api/post/update-post/${post._id}`, text);
  await page.goto(`/post/${post.slug}`);

  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByRole('link', { name: /^Version 1/ }).click();
  const version = page.getByRole('region', { name: 'Version 1' });
  await expect(version.getByText(TEXTS[0] ?? '')).toBeVisible();
  await version.getByRole('link', { name: 'Changes since then' }).click();
  await expect(version.getByRole('deletion').first()).toHaveText('[removed: One boat]');
  await expect(version.getByRole('insertion').first()).toHaveText('[added: Two boats]');
  await version.getByRole('button', { name: 'Restore this version' }).click();

  await expect(page.getByText('Version 1 restored')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Version 4\s*Current/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Version 4/ })).toContainText('Restored from version 1');
  await page.getByRole('link', { name: 'Back to the story' }).click();
  await expect(page.getByText(TEXTS[0] ?? '')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: /^Version 5\s*Current/ })).toBeVisible();
  const stored = await (await page.request.get(`/api/post/getpost/${post.slug}`)).json();
  expect(stored.post.blogContent).toBe(TEXTS[2]);
});

test('60 changes: the newest 50 versions are listed, and the oldest listed version can be read', async ({
  newUser,
}) => {
  const { page } = await newUser('Meera');
  const write = (number: number) => ({ data: { blogTitle: 'Boats', blogContent: `Text ${number}` } });
  const { post } = await (await page.request.post('/api/post/create-post', write(1))).json();
  for (let number = 2; number <= 60; number += 1) {
    await page.request.put(`/api/post/update-post/${post._id}`, write(number));
  }
  await page.goto(`/my-posts/${post._id}/versions`);
  const rows = page.getByRole('navigation', { name: 'All versions' }).getByRole('link');
  await expect(rows).toHaveCount(20);

  await page.getByRole('button', { name: 'Show older versions' }).click();
  await expect(rows).toHaveCount(40);
  await page.getByRole('button', { name: 'Show older versions' }).click();

  await expect(rows).toHaveCount(50);
  await expect(page.getByRole('button', { name: 'Show older versions' })).toHaveCount(0);
  await rows.last().click();
  await expect(page.getByRole('region', { name: 'Version 11' }).getByText('Text 11')).toBeVisible();
});

test('a deleted story: is listed on My Posts and can be restored there', async ({ newUser }) => {
  const { page } = await newUser('Zoya');
  const data = { blogTitle: 'Ferry to Majuli', blogContent: 'চা' };
  const { post } = await (await page.request.post('/api/post/create-post', { data })).json();
  await page.request.delete(`/api/post/delete-post/${post._id}`);
  await page.goto('/my-posts');
  await page.getByRole('link', { name: 'Deleted stories' }).click();
  await expect(page.getByText('9 minutes left')).toBeVisible();

  await page.getByRole('button', { name: 'Restore “Ferry to Majuli”' }).click();

  await expect(page.getByText('Story restored')).toBeVisible();
  await expect(page.getByText('No deleted stories')).toBeVisible();
  await page.getByRole('link', { name: 'Published stories' }).click();
  await expect(page.getByRole('link', { name: 'Ferry to Majuli' })).toBeVisible();
});

test('a version opened by keyboard on a phone, where it replaces the list: the heading has the focus, after Back the link', async ({
  newUser,
}) => {
  const { page } = await newUser('Zoya', { viewport: { width: 375, height: 780 } });
  const write = (blogContent: string) => ({ data: { blogTitle: 'Boats', blogContent } });
  const { post } = await (await page.request.post('/api/post/create-post', write('One boat'))).json();
  await page.request.put(`/api/post/update-post/${post._id}`, write('Two boats'));
  // Not the first page, on which nothing is focused.
  await page.goto(`/post/${post.slug}`);
  await page.getByRole('link', { name: 'Versions' }).click();
  const link = page.getByRole('link', { name: /^Version 1/ });

  await link.press('Enter');
  await expect(page.getByRole('region', { name: 'Version 1' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();

  await expect(link).toBeFocused();
});
