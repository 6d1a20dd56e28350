import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, type NewUser, test } from './fixtures.ts';
import { scrollTop } from './scroll.ts';

interface Story {
  _id: string;
  slug: string;
}

async function publishStory(page: Page): Promise<Story> {
  const data = { blogTitle: `घाट ${randomUUID()}`, blogContent: 'नदी धीरे बहती है। '.repeat(40) };
  const response = await page.request.post('/api/post/create-post', { data });
  expect(response.status()).toBe(201);
  return (await response.json()).post;
}

async function addComment(page: Page, { _id }: Story, data: { text: string; parentId?: string }) {
  const response = await page.request.post(`/api/post/${_id}/comments`, { data });
  expect(response.status()).toBe(201);
  return (await response.json()).comment as { _id: string };
}

const expectCount = (page: Page, count: number) =>
  expect(page.getByRole('heading', { name: `Comments (${count})` })).toBeVisible();

/** Publishes a story and opens it in the browsers of its writer and of a reader. */
async function openTwice(newUser: NewUser) {
  const [writer, reader] = [await newUser('அனன்யா'), await newUser('Kavya Iyer')];
  const story = await publishStory(writer.page);
  // Resolves when the server has confirmed that the story is watched.
  const watched = [writer, reader].map(
    ({ page }) =>
      new Promise<void>((resolve) => {
        page.on('websocket', (socket) => {
          socket.on('framereceived', ({ payload }) => {
            if (String(payload).includes('"ok":true')) resolve();
          });
        });
      }),
  );
  for (const { page } of [writer, reader]) {
    await page.goto(`/post/${story.slug}`);
    await expectCount(page, 0);
  }
  await Promise.all(watched);
  return { story, writer: writer.page, reader: reader.page };
}

test('a comment, a reply, an edit and deletions: appear live in the other browser', async ({ newUser }) => {
  const { story, writer, reader } = await openTwice(newUser);

  await reader.getByLabel('Your comment', { exact: true }).fill('எந்தப் படித்துறை? 🛶');
  await reader.getByRole('button', { name: 'Post comment' }).click();
  const comment = writer.getByText('எந்தப் படித்துறை? 🛶');
  await expect(comment).toBeVisible();
  await expectCount(writer, 1);
  await expect(writer.getByText('New comment by Kavya Iyer')).toBeAttached();

  await writer.getByRole('button', { name: 'Reply to Kavya Iyer' }).click();
  await expect(writer.getByLabel('Your reply to Kavya Iyer')).toBeFocused();
  await writer.keyboard.type('அசி படித்துறை');
  await writer.getByRole('button', { name: 'Post reply' }).click();
  const replies = reader.getByRole('list', { name: 'Replies to Kavya Iyer' });
  await expect(replies.getByText('அசி படித்துறை')).toBeVisible();

  await reader.getByRole('button', { name: 'Edit your comment' }).click();
  await reader.getByLabel('Your edited comment').fill('எந்த இடம்?');
  await reader.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(reader.getByRole('button', { name: 'Edit your comment' })).toBeFocused();
  await expect(writer.getByText('எந்த இடம்?')).toBeVisible();
  await expect(writer.getByText('· edited')).toBeVisible();

  await reader.getByRole('button', { name: 'Delete the comment by Kavya Iyer' }).click();
  await reader.getByRole('button', { name: 'Delete comment', exact: true }).click();
  await expect(writer.getByText('This comment was deleted.')).toBeVisible();
  await expect(reader.getByText('This comment was deleted.')).toBeVisible();
  await expectCount(writer, 1);
  await expectCount(reader, 1);

  await writer.getByRole('button', { name: 'Delete the comment by அனன்யா' }).click();
  await writer.getByRole('button', { name: 'Delete comment', exact: true }).click();
  for (const page of [writer, reader]) {
    await expect(page.getByText(/^No comments yet/)).toBeVisible();
    await expectCount(page, 0);
  }
  const { comments } = await (await writer.request.get(`/api/post/${story._id}/comments`)).json();
  expect(comments).toEqual([]);
});

test('comments of others while the user is writing: leave the text, the focus and the scroll position unchanged', async ({
  newUser,
}) => {
  const { story, writer, reader } = await openTwice(newUser);
  await addComment(writer, story, { text: 'पहली' });
  await expect(reader.getByText('पहली')).toBeVisible();
  const field = reader.getByLabel('Your comment', { exact: true });
  await field.click();
  await reader.keyboard.type('आधा लिखा');
  const box = await field.boundingBox();

  for (let index = 0; index < 5; index += 1)
    await addComment(writer, story, { text: `और ${index} `.repeat(40) });

  await expectCount(reader, 6);
  await expect(field).toHaveValue('आधा लिखा');
  await expect(field).toBeFocused();
  await expect
    .poll(async () => Math.abs(((await field.boundingBox())?.y ?? 0) - (box?.y ?? 0)))
    .toBeLessThanOrEqual(1);
  await reader.evaluate(() => window.scrollTo(0, 0));
  const before = await scrollTop(reader);
  await addComment(writer, story, { text: 'सबसे नई' });
  await expect(reader.getByText('सबसे नई')).toBeAttached();
  expect(await scrollTop(reader)).toBe(before);
});

test('comments added while the connection was lost: appear after it is restored', async ({ newUser }) => {
  const { story, writer, reader } = await openTwice(newUser);

  await reader.context().setOffline(true);
  await addComment(writer, story, { text: 'इस बीच' });
  await reader.context().setOffline(false);

  await expect(reader.getByText('इस बीच')).toBeVisible();
  await expectCount(reader, 1);
});

test('a link to a comment on a later page: shows, focuses and highlights it', async ({ newUser }) => {
  const { page } = await newUser('মীরা');
  const story = await publishStory(page);
  for (let index = 0; index < 55; index += 1) await addComment(page, story, { text: `टिप्पणी ${index}` });
  const last = await addComment(page, story, { text: 'आख़िरी टिप्पणी' });

  await page.goto(`/post/${story.slug}#comment-${last._id}`);

  const row = page.locator(`#comment-${last._id}`);
  await expect(row).toBeInViewport();
  await expect(row).toBeFocused();
  await expectCount(page, 56);
});

test('the number of comments: is the same on the card after going back', async ({ newUser }) => {
  const { page } = await newUser('रेखा');
  const story = await publishStory(page);
  await page.goto('/');
  const card = page.getByRole('article').filter({ has: page.locator(`a[href$="${encodeURI(story.slug)}"]`) });
  await card.getByRole('link').first().click();
  await expectCount(page, 0);
  await page.getByLabel('Your comment', { exact: true }).fill('एक');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expectCount(page, 1);

  await page.goBack();

  await expect(card.first()).toContainText(/1 comment/);
});

test('an unsent reply: is restored with its form after a reload', async ({ newUser }) => {
  const { page } = await newUser('Zoya');
  const story = await publishStory(page);
  await addComment(page, story, { text: 'कब?' });
  await page.goto(`/post/${story.slug}`);
  await page.getByRole('button', { name: 'Reply to Zoya' }).click();
  await page.keyboard.type('सुबह, पाँच');

  await page.reload();

  await expect(page.getByLabel('Your reply to Zoya')).toHaveValue('सुबह, पाँच');
  await page.getByRole('button', { name: 'Post reply' }).click();
  await expectCount(page, 2);
  await expect(page.getByLabel('Your reply to Zoya')).toHaveCount(0);
});
