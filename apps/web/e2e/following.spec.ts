import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';

test('a follower: finds the story of the author under Following, and in the notifications', async ({
  newUser,
}) => {
  const [writer, reader] = [await newUser('Ananya Mukherjee'), await newUser('Kavya Iyer')];
  await reader.page.goto(`/author/${writer._id}`);
  const button = reader.page.getByRole('button', { name: /^Follow(ing)? Ananya Mukherjee$/ });
  await button.click();
  await expect(button).toHaveText('Following');
  await expect(reader.page.getByText('1 follower')).toBeVisible();

  const blogTitle = `রাতের ট্রেন ${randomUUID()}`;
  const data = { blogTitle, blogContent: 'চা গরম।' };
  expect((await writer.page.request.post('/api/post/create-post', { data })).status()).toBe(201);

  const bell = reader.page.getByRole('link', { name: 'Notifications' });
  await expect(bell).toHaveAccessibleDescription('1 unread notification');
  await bell.click();
  await reader.page.getByRole('link', { name: `Ananya Mukherjee published ${blogTitle}` }).click();
  await expect(reader.page.getByRole('heading', { level: 1, name: blogTitle })).toBeVisible();
  await expect(bell).not.toHaveAccessibleDescription(/unread/);
  await reader.page.goto('/?list=following');
  await expect(reader.page.getByRole('link', { name: blogTitle, exact: true })).toBeVisible();
});

test('an author with the page of notifications open: sees the notification of a comment arrive, which leads to the comment', async ({
  newUser,
}) => {
  const [writer, reader] = [await newUser('Ananya Mukherjee'), await newUser('Kavya Iyer')];
  const data = { blogTitle: `घाट ${randomUUID()}`, blogContent: 'सुबह।' };
  const { post } = await (await writer.page.request.post('/api/post/create-post', { data })).json();
  const connected = writer.page.waitForResponse(/\/api\/notifications\?limit=1$/);
  await writer.page.goto('/notifications');
  await expect(writer.page.getByText('No notifications yet')).toBeVisible();
  await connected;

  const response = await reader.page.request.post(`/api/post/${post._id}/comments`, {
    data: { text: 'सुंदर!' },
  });
  const { comment } = await response.json();

  await writer.page.getByRole('link', { name: /^Kavya Iyer commented on/ }).click();
  await expect(writer.page).toHaveURL(new RegExp(`#comment-${comment._id}$`));
  await expect(writer.page.getByText('सुंदर!')).toBeVisible();
});
