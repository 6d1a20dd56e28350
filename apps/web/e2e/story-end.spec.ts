import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { composer, message } from './conversation.ts';
import { expect, type NewUser, test } from './fixtures.ts';
import { waitForSocket } from './sessions.ts';

/** Related stories at the end of a story, and a message that arrives while its reader is reading. */

/** A place for each width, so that the tests do not see each other's stories. */
const SCREENS = [
  { width: 375, place: 'Dholavira' },
  { width: 1280, place: 'Lothal' },
];

interface Story {
  blogTitle: string;
  slug: string;
}

async function publish(page: Page, fields: { blogTitle: string; blogLocation?: string }): Promise<Story> {
  const data = { blogHtml: '<p>Salt, stone and stars.</p>', ...fields };
  const response = await page.request.post('/api/post/create-post', { data });
  expect(response.status()).toBe(201);
  return (await response.json()).post;
}

/**
 * Publishes two stories of a place by different authors, another story by the first author, and a story with the same
 * rare words.
 */
async function publishRelated(newUser: NewUser, place: string) {
  const [author, other] = [await newUser('अनन्या मुखर्जी'), await newUser('ரவி')];
  const [rare, rarer] = ['uttarayan', 'chhakdo'].map(
    (word) => `${word}${randomUUID().replace(/\W|\d/g, '')}`,
  );
  const titled = (words: string) => ({ blogTitle: `${words} ${randomUUID().slice(0, 8)}` });
  const similar = await publish(other.page, titled(`${rare} ${rarer}`));
  const byAuthor = await publish(author.page, titled('रात की रेल'));
  const ofPlace = await publish(other.page, { ...titled('વીરડા'), blogLocation: place });
  const story = await publish(author.page, { ...titled(`${rare} ${rarer}`), blogLocation: place });
  return { author, other, story, ofPlace, byAuthor, similar };
}

async function openEnd(page: Page, { slug, blogTitle }: Story): Promise<void> {
  await page.goto(`/post/${slug}`);
  await expect(page.getByRole('heading', { level: 1, name: blogTitle })).toBeVisible();
  const comment = page.getByLabel('Your comment', { exact: true });
  await comment.scrollIntoViewIfNeeded();
  await page.keyboard.press('End');
}

for (const { width, place } of SCREENS) {
  test(`the end of a story, ${width} px: leads to stories of its place and author and to similar stories, except those already read`, async ({
    newUser,
  }) => {
    const { author, story, ofPlace, byAuthor, similar } = await publishRelated(newUser, place);
    const { page } = await newUser('Kavya Iyer', { viewport: { width, height: 780 } });
    const linkIn = (heading: string, { blogTitle }: Story) =>
      page.getByRole('region', { name: heading }).getByRole('link', { name: blogTitle, exact: true });

    await openEnd(page, story);
    await expect(linkIn(`More from ${place}`, ofPlace)).toBeVisible();
    await expect(linkIn(`More by ${author.fullName}`, byAuthor)).toBeVisible();
    await expect(linkIn('Similar stories', similar)).toBeVisible();

    await linkIn('Similar stories', similar).click();
    await expect(page.getByRole('heading', { level: 1, name: similar.blogTitle })).toBeVisible();
    await openEnd(page, story);
    await expect(linkIn(`More from ${place}`, ofPlace)).toBeVisible();
    await expect(linkIn('Similar stories', similar)).toHaveCount(0);
  });

  test(`a message while reading, ${width} px: appears with its sender and first words, and leads to the chat`, async ({
    newUser,
  }) => {
    const [reader, sender] = [
      await newUser('Kavya Iyer', { viewport: { width, height: 780 } }),
      await newUser('மீனா ராஜன்'),
    ];
    const { page } = reader;
    const story = await publish(sender.page, { blogTitle: `घाट ${randomUUID()}` });
    const send = async (text: string) => {
      const data = { text, clientMessageId: randomUUID() };
      expect((await sender.page.request.post(`/api/message/send/${reader._id}`, { data })).status()).toBe(
        201,
      );
    };
    const notifications = page.getByRole('region', { name: 'Notifications' });
    const open = notifications.getByRole('button', { name: 'Open chat' });
    const connected = waitForSocket(page);
    await page.goto(`/post/${story.slug}`);
    await connected;

    await send('कल घाट पर मिलते हैं?');
    await expect(notifications).toHaveText(/மீனா ராஜன்: कल घाट पर मिलते हैं\?/);
    await expect(page).toHaveTitle(/^\(1\) /);
    await open.click();
    await expect(page).toHaveURL(`/chat/${sender._id}`);
    await expect(open).toHaveCount(0);
    await expect(composer(page)).toBeVisible();

    await send('पाँच बजे');
    await expect(message(page, 'पाँच बजे')).toBeVisible();
    await expect(open).toHaveCount(0);
  });
}
