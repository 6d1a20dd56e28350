import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { messages as apiErrors } from '../src/locales/hi/api-errors.ts';
import { messages as auth } from '../src/locales/hi/auth.ts';
import { messages as chat } from '../src/locales/hi/chat.ts';
import { messages as comments } from '../src/locales/hi/comments.ts';
import { messages as defaults } from '../src/locales/hi/default-messages.ts';
import { messages as frame } from '../src/locales/hi/frame.ts';
import { messages as profile } from '../src/locales/hi/profile.ts';
import { messages as signup } from '../src/locales/hi/signup.ts';
import { messages as story } from '../src/locales/hi/story.ts';
import { messages as writing } from '../src/locales/hi/writing.ts';
import { drawPicture } from './draw-picture.ts';
import { breakCall, errorFault, FAULTS, type Fault } from './fault.ts';
import { expect, PASSWORD, test } from './fixtures.ts';

const PHONE = { locale: 'hi-IN', viewport: { width: 375, height: 812 } };

test('the main journey in Hindi: signs up, publishes a story, which another user reads, and they chat', async ({
  openPage,
  newUser,
}) => {
  const title = `काशी की सुबह ${randomUUID().slice(0, 8)}`;
  const page = await openPage(null, PHONE);
  await page.goto('/add-posts');
  await page.getByRole('link', { name: auth.signUp }).click();
  await page.getByLabel(signup.fullName).fill('मीरा नायर');
  await page.getByLabel(auth.email).fill(`${randomUUID()}@example.org`);
  await page.getByLabel(auth.password, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: signup.createAccount }).click();
  await expect(page).toHaveURL('/add-posts');

  await page.getByRole('button', { name: writing.publish }).click();
  await expect(page.getByText(writing.titleMissing)).toBeVisible();
  await page.getByRole('textbox', { name: writing.titleLabel }).fill(title);
  await page.getByRole('textbox', { name: writing.story }).click();
  await page.keyboard.type('पाँच बजे नदी धूसर थी।');
  await page
    .getByLabel(writing.picture.add)
    .setInputFiles({ name: 'नाव.jpg', mimeType: 'image/jpeg', buffer: await drawPicture() });
  await page.getByLabel(writing.picture.describe).fill('भोर की नावें');
  await page.getByRole('combobox', { name: writing.place.location }).fill('वाराणसी');
  await page.getByRole('button', { name: writing.publish }).click();
  await expect(page.getByText(writing.created)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('link', { name: story.editPost })).toBeVisible();

  const reader = await newUser('अरुण', PHONE);
  await reader.page.goto('/');
  await reader.page.getByRole('link', { name: title }).click();
  // Cards show the beginning of the text as well, with an ellipsis.
  await expect(reader.page.getByText('पाँच बजे नदी धूसर थी।', { exact: true })).toBeVisible();
  await reader.page.getByLabel(comments.label, { exact: true }).fill('कौन-सा घाट?');
  await reader.page.getByRole('button', { name: comments.post }).click();
  await expect(reader.page.getByRole('listitem').getByText('कौन-सा घाट?')).toBeVisible();
  await reader.page.getByRole('link', { name: story.message }).first().click();
  await reader.page.getByRole('textbox', { name: chat.message, exact: true }).fill('कौन-सी नाव?');
  await reader.page.getByRole('button', { name: chat.send }).click();

  await page.getByRole('link', { name: frame.chats }).first().click();
  // Until the chats are shown, the comment on the story has a link with this name, too.
  await page.locator('a[href^="/chat/"]', { hasText: 'अरुण' }).first().click();
  await expect(page.getByRole('article').getByText('कौन-सी नाव?')).toBeVisible();
  await page.getByRole('textbox', { name: chat.message, exact: true }).fill('मोहन की, अस्सी घाट से');
  await page.getByRole('button', { name: chat.send }).click();
  await expect(reader.page.getByRole('article').getByText('मोहन की, अस्सी घाट से')).toBeVisible();
});

/** Responds to all requests of a call with a fault. */
async function fail(page: Page, method: string, path: RegExp, fault: Fault): Promise<void> {
  await breakCall(page, { method, path }, () => fault);
}

function faultNamed(name: string): Fault {
  const fault = FAULTS.find((each) => each.name === name);
  if (!fault) throw new Error(`There is no fault ${name}`);
  return fault;
}

test('failures in Hindi, of lists, stories, forms, switches, comments and messages: show Hindi sentences', async ({
  newUser,
  world,
}) => {
  const { page } = await newUser('मीरा', PHONE);

  await test.step('a list without a response', async () => {
    await fail(page, 'GET', /^\/post\/bookmarks/, faultNamed('aborted'));
    await page.goto('/bookmarks');
    await expect(page.getByText(defaults.myPosts, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: frame.tryAgain })).toBeVisible();
  });
  await test.step('a story, with a page of a proxy', async () => {
    await fail(page, 'GET', /^\/post\/getpost\//, faultNamed('HTML from a proxy'));
    await page.goto(`/post/${world.story.slug}`);
    await expect(page.getByText(defaults.getPost).first()).toBeVisible();
    await page.unrouteAll();
  });
  await test.step('a form, with an error of the server', async () => {
    await fail(
      page,
      'PUT',
      /^\/auth\/update-profile/,
      errorFault('500', 500, 'Something went wrong', {}, 'internal'),
    );
    await page.goto('/update-profile');
    await page.getByLabel(profile.form.fullName).fill('मीरा नायर');
    await page.getByRole('button', { name: profile.form.saveChanges }).click();
    await expect(page.getByText(apiErrors.internal, { exact: true })).toBeVisible();
  });
  await test.step('a switch, too often', async () => {
    const message = 'Too many requests. Please wait a moment.';
    await fail(page, 'PUT', /^\/auth\/privacy/, errorFault('429', 429, message, {}, 'too_many_requests'));
    await page.getByRole('switch', { name: profile.privacy.appearOffline }).click();
    await expect(page.getByText(apiErrors.too_many_requests, { exact: true })).toBeVisible();
  });
  await test.step('a comment, while the database is unavailable', async () => {
    const message = 'Safarnama is unavailable right now. Please try again in a moment.';
    await fail(page, 'POST', /^\/post\/\w+\/comments/, errorFault('503', 503, message, {}, 'database_away'));
    await page.goto(`/post/${world.story.slug}`);
    await page.getByLabel(comments.label, { exact: true }).fill('कौन-सा घाट?');
    await page.getByRole('button', { name: comments.post }).click();
    await expect(page.getByText(apiErrors.database_away, { exact: true })).toBeVisible();
    await expect(page.getByLabel(comments.label, { exact: true })).toHaveValue('कौन-सा घाट?');
  });
  await test.step('a message, rejected by the API', async () => {
    const fault = errorFault('403', 403, "You can't send messages to this person.", {}, 'cannot_message');
    await fail(page, 'POST', /^\/message\/send/, fault);
    await page.goto(`/chat/${world.writer._id}`);
    await page.getByRole('textbox', { name: chat.message, exact: true }).fill('नमस्ते');
    await page.getByRole('button', { name: chat.send }).click();
    await expect(page.getByText(apiErrors.cannot_message).first()).toBeVisible();
  });
});

test('sign-in and sign-up in Hindi, rejected by the API: show its sentences in Hindi', async ({
  openPage,
  world,
}) => {
  const page = await openPage(null, PHONE);
  await page.goto('/login');
  await page.getByLabel(auth.email).fill(world.reader.email);
  await page.getByLabel(auth.password, { exact: true }).fill('not-this-one');
  await page.getByRole('button', { name: auth.signIn }).click();
  await expect(page.getByText(apiErrors.invalid_credentials)).toBeVisible();

  await page.goto('/signup');
  // The button of the prerendered form does nothing until the app runs.
  await expect(async () => {
    await page.getByRole('button', { name: signup.createAccount }).click();
    await expect(page.getByText(signup.fullNameRequired)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByLabel(signup.fullName).fill('काव्या');
  await page.getByLabel(auth.email).fill(world.reader.email);
  await page.getByLabel(auth.password, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: signup.createAccount }).click();
  await expect(page.getByText(apiErrors.email_taken)).toBeVisible();
});

test('the offer to continue a draft with a long title, in Hindi on a phone: says first what it offers', async ({
  newUser,
}) => {
  const { page } = await newUser('मीरा', PHONE);
  const draft = { blogTitle: 'अस्सी घाट की सुबह और गंगा पार की रेत', blogHtml: '<p>नाव</p>', version: 0 };
  const response = await page.request.put(`/api/drafts/${randomUUID()}`, { data: draft });
  expect(response.status()).toBe(200);
  await page.goto('/add-posts');
  const offer = page.getByRole('link', { name: draft.blogTitle });
  await expect(offer).toBeVisible();

  // A link that is too long for the line is cut off at its end.
  const [verbEnd = 0, lineEnd = 0] = await offer.evaluate((link, verb) => {
    const [text] = link.childNodes;
    const range = document.createRange();
    if (text) range.setStart(text, text.textContent?.indexOf(verb) ?? 0);
    if (text) range.setEnd(text, (text.textContent?.indexOf(verb) ?? 0) + verb.length);
    return [range.getBoundingClientRect().right, link.getBoundingClientRect().right];
  }, 'जारी रखें');
  expect(verbEnd).toBeLessThan(lineEnd);
});
