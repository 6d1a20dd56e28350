import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { baseUrl, expect, PASSWORD, test } from './fixtures.ts';
import { ANDROID_FIREFOX, signInElsewhere, waitForSocket } from './sessions.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** The socket of an ended session must close within this time. */
const MAX_CLOSE_MS = 1_000;

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Resolves with the time at which the page's socket closes, by the clock of this process. */
function waitForSocketClose(page: Page): Promise<number> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => socket.on('close', () => resolve(performance.now())));
  });
}

/** Runs the operator's command against the product under test. @returns the reset link that it prints. */
async function createResetLink(email: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'node',
    ['scripts/run.mjs', 'admin', 'reset-password', email],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        DATA_DIR: process.env.SAFARNAMA_E2E_DATA_DIR,
        PORT: new URL(baseUrl()).port,
      },
    },
  );
  const link = /^http:\S+$/m.exec(stdout)?.[0];
  if (link === undefined) throw new Error(`No link in: ${stdout}`);
  return link;
}

test('a second device signs in: the first is notified and signs it out by keyboard', async ({
  newUser,
  openPage,
}) => {
  const { page: first, email } = await newUser('Tenzin');
  const firstConnected = waitForSocket(first);
  await first.goto('/bookmarks');
  await firstConnected;

  const second = await openPage(null, { userAgent: ANDROID_FIREFOX, viewport: { width: 375, height: 812 } });
  const secondConnected = waitForSocket(second);
  const secondClosed = waitForSocketClose(second);
  await second.goto('/add-posts');
  await signIn(second, email);
  await expect(second).toHaveURL('/add-posts');
  await second.getByLabel('Title').fill('लद्दाख की रात');
  await secondConnected;

  await expect(first.getByText('Firefox on Android signed in to your account just now.')).toBeVisible();
  await first.getByRole('link', { name: 'Was this you?' }).press('Enter');
  await expect(first).toHaveURL('/update-profile/sessions');
  const row = first.getByRole('listitem').filter({ hasText: 'Firefox on Android' });
  await expect(row.getByText('New', { exact: true })).toBeVisible();
  const deleteResponse = first.waitForResponse((response) => response.request().method() === 'DELETE');
  await row.getByRole('button', { name: /^Sign out Firefox on Android, / }).press('Enter');
  await deleteResponse;
  const respondedAt = performance.now();

  expect((await secondClosed) - respondedAt).toBeLessThan(MAX_CLOSE_MS);
  await expect(second).toHaveURL('/login');
  await expect(
    second.getByText(/^You were signed out from another device or by a password change\./),
  ).toBeVisible();
  await expect(first.getByText('No other devices are signed in')).toBeVisible();
  await expect(first.getByRole('heading', { name: 'Other devices' })).toBeFocused();
  // The second device restores its draft after the next sign-in.
  await signIn(second, email);
  await expect(second.getByLabel('Title')).toHaveValue('लद्दाख की रात');
  await expect(row).toBeVisible();
});

test('all other devices are signed out by keyboard: the focus moves to the heading of their list', async ({
  newUser,
}) => {
  const { page, email } = await newUser('Tenzin');
  await signInElsewhere({ email }, ANDROID_FIREFOX);
  await signInElsewhere({ email }, ANDROID_FIREFOX);
  await page.goto('/update-profile/sessions');

  await page.getByRole('button', { name: 'Sign out all other devices' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all other devices' }).press('Enter');

  await expect(page.getByText('No other devices are signed in')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Other devices' })).toBeFocused();
});

test('a password reset link: sets a new password once and signs out all devices', async ({
  newUser,
  openPage,
}) => {
  // The command takes a while: it first checks that everything is installed and built.
  test.slow();
  const { page: signedInPage, email } = await newUser('ফারহানা');
  await signedInPage.goto('/bookmarks');
  const page = await openPage(null);
  await page.goto('/login');
  await expect(page.getByText('Ask whoever runs this site for a reset link.')).toBeVisible();
  const link = await createResetLink(email);
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url() + (request.headers().referer ?? '')));

  await page.goto(link);
  const field = page.getByLabel('New password');
  await field.fill('iloveyou');
  await expect(page.getByText('Too common. Attackers try it first.')).toBeVisible();
  await field.fill('monsoon-kochi-7');
  await expect(page.getByText('Hard to guess.')).toBeVisible();
  await field.press('Enter');

  await expect(
    page.getByText(/^Your password has been changed and you've been signed out everywhere/),
  ).toBeFocused();
  // Neither the token nor the password appears in a request URL or a Referer header.
  const token = new URL(link).hash.slice(1);
  expect(requestedUrls.filter((url) => url.includes(token) || url.includes('monsoon'))).toEqual([]);
  await page.getByRole('link', { name: 'Go to sign in' }).click();
  await signIn(page, email, 'monsoon-kochi-7');
  await expect(page).toHaveURL('/');
  await signedInPage.reload();
  await expect(signedInPage).toHaveURL('/login');

  await page.goto(link);
  await page.getByLabel('New password').fill('another-one-9');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText(/^This link is no longer valid\./)).toBeVisible();
});
