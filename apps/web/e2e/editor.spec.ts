import { expect, test } from './fixtures.ts';

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
