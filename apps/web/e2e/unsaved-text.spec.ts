import { expect, test } from './fixtures.ts';

test('a half-written comment: is restored after a reload, after leaving the story and in a new tab', async ({
  newUser,
  world,
}) => {
  const { page } = await newUser('কাব্য');
  const field = page.getByLabel('Your comment', { exact: true });
  await page.goto(`/post/${world.story.slug}`);
  await field.fill('कौन सी नाव, और');

  await page.reload();
  await expect(field).toHaveValue('कौन सी नाव, और');
  await page.getByRole('link', { name: 'Safarnama, home' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(field).toHaveValue('कौन सी नाव, और');

  const tab = await page.context().newPage();
  await tab.goto(`/post/${world.story.slug}`);
  await expect(tab.getByLabel('Your comment', { exact: true })).toHaveValue('कौन सी नाव, और');
  await tab.getByRole('button', { name: 'Post comment' }).click();
  await expect(tab.getByRole('listitem').filter({ hasText: 'कौन सी नाव, और' })).toBeVisible();
  // Waits for the response, which clears the field: the event of the comment can show it earlier.
  await expect(tab.getByLabel('Your comment', { exact: true })).toHaveValue('');
  await tab.reload();
  await expect(tab.getByRole('listitem').filter({ hasText: 'कौन सी नाव, और' })).toBeVisible();
  await expect(tab.getByLabel('Your comment', { exact: true })).toHaveValue('');
});

test('unsaved profile changes: survive Back and closing the page until the user confirms', async ({
  newUser,
}) => {
  const { page } = await newUser('Tenzin');
  await page.goto('/bookmarks');
  await page.getByRole('link', { name: /^Hi, Tenzin/ }).click();
  const name = page.getByLabel('Full name');
  await name.fill('Tenzin Dolma');

  await page.goBack();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL('/update-profile');
  await expect(name).toHaveValue('Tenzin Dolma');
  const closing = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await closing;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();

  await page.goBack();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/bookmarks');
});
