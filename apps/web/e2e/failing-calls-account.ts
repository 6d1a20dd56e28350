import type { Page } from '@playwright/test';
import { type Call, openAt } from './failing-call.ts';
import { baseUrl, expect } from './fixtures.ts';
import { buildSessions } from './sessions.ts';

export const ACCOUNT_CALLS: readonly Call[] = [
  {
    name: 'sign in',
    method: 'POST',
    path: /^\/auth\/login/,
    viewer: 'guest',
    fallback: 'Login Failed',
    async open(page, { reader }) {
      await page.goto('/login');
      await page.getByLabel('Email').fill(reader.email);
      await page.getByLabel('Password', { exact: true }).fill('a-long-road-ahead');
    },
    trigger: (page) => page.getByRole('button', { name: 'Sign in' }).click(),
    async expectInputPreserved(page) {
      await expect(page.getByLabel('Email')).toHaveValue(/@example\.org$/);
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('a-long-road-ahead');
    },
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page).toHaveURL('/');
    },
  },
  {
    name: 'sign up',
    method: 'POST',
    path: /^\/auth\/signup/,
    viewer: 'guest',
    fallback: 'Registration Failed',
    async open(page) {
      await page.goto('/signup');
      await page.getByLabel('Full name').fill('রাজীব');
      await page.getByLabel('Email').fill('rajib@example.org');
      await page.getByLabel('Password', { exact: true }).fill('a-long-road-ahead');
    },
    trigger: (page) => page.getByRole('button', { name: 'Create Account' }).click(),
    async expectInputPreserved(page) {
      await expect(page.getByLabel('Full name')).toHaveValue('রাজীব');
      await expect(page.getByLabel('Email')).toHaveValue('rajib@example.org');
    },
  },
  {
    name: 'log out',
    method: 'POST',
    path: /^\/auth\/logout/,
    viewer: 'reader',
    fallback: 'Logout Failed',
    open: (page) => openAt(page, '/update-profile'),
    trigger: (page) => page.getByRole('button', { name: 'Logout' }).click(),
  },
  {
    name: 'save the profile',
    method: 'PUT',
    path: /^\/auth\/update-profile/,
    viewer: 'reader',
    fallback: 'Profile Updation Failed',
    async open(page) {
      await openAt(page, '/update-profile');
      await page.getByLabel('Full name').fill('काव्या अय्यर');
    },
    trigger: (page) => page.getByRole('button', { name: 'Save Changes' }).click(),
    expectInputPreserved: (page) => expect(page.getByLabel('Full name')).toHaveValue('काव्या अय्यर'),
  },
  {
    name: 'privacy',
    method: 'GET',
    path: /^\/auth\/privacy/,
    viewer: 'reader',
    fallback: "Couldn't load your privacy settings",
    open: (page) => openAt(page, '/update-profile'),
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(appearOffline(page)).toBeVisible();
    },
  },
  {
    name: 'appear offline',
    method: 'PUT',
    path: /^\/auth\/privacy/,
    viewer: 'reader',
    fallback: "Couldn't save your choice. Please try again.",
    open: (page) => openAt(page, '/update-profile'),
    trigger: (page) => appearOffline(page).click(),
    expectInputPreserved: (page) => expect(appearOffline(page)).not.toBeChecked(),
    async expectRecovered(page) {
      await toggleAppearOffline(page);
      await page.reload();
      await expect(appearOffline(page)).toBeChecked();
      await toggleAppearOffline(page);
      await page.reload();
      await expect(appearOffline(page)).not.toBeChecked();
    },
  },
  {
    name: 'the list of sessions',
    method: 'GET',
    path: /^\/auth\/sessions/,
    viewer: 'reader',
    fallback: "Couldn't load your devices",
    open: (page) => openAt(page, '/update-profile/sessions'),
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('In use now')).toBeVisible();
    },
  },
  {
    name: 'sign one device out',
    method: 'DELETE',
    path: /^\/auth\/sessions\//,
    viewer: 'reader',
    fallback: "Couldn't sign out. Please try again.",
    open: openSessions,
    trigger: (page) => signOutOfIpad(page).click(),
    expectInputPreserved: (page) => expect(signOutOfIpad(page)).toBeVisible(),
  },
  {
    name: 'sign all other devices out',
    method: 'POST',
    path: /^\/auth\/logout-others/,
    viewer: 'reader',
    fallback: "Couldn't sign out. Please try again.",
    open: openSessions,
    async trigger(page) {
      await page.getByRole('button', { name: 'Sign out all other devices' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out all other devices' }).click();
    },
    expectInputPreserved: (page) => expect(signOutOfIpad(page)).toBeVisible(),
  },
  {
    name: 'set a new password',
    method: 'POST',
    path: /^\/auth\/reset-password/,
    viewer: 'guest',
    fallback: "Couldn't set the password. Please try again.",
    async open(page) {
      await page.goto('/about');
      await page.goto(`/reset-password#${'A'.repeat(59)}`);
      await page.getByLabel('New password').fill('a-long-road-ahead');
    },
    trigger: (page) => page.getByRole('button', { name: 'Set password' }).click(),
    expectInputPreserved: (page) => expect(page.getByLabel('New password')).toHaveValue('a-long-road-ahead'),
    async expectRecovered(page) {
      await page.getByRole('button', { name: 'Set password' }).click();
      // This link was never valid, but with some of the faults the password may have been set.
      await expect(page.getByText(/^Your earlier attempt may have set the password\./)).toBeVisible();
    },
  },
  {
    name: 'the newsletter',
    method: 'POST',
    path: /^\/newsletter\/subscribe/,
    viewer: 'reader',
    fallback: 'Thank You for your Subscription 🎊',
    isAlwaysFallback: true,
    open: (page) => openAt(page, '/about'),
    async trigger(page) {
      const footer = page.getByRole('contentinfo');
      await footer.getByRole('textbox').fill('kavya@example.org');
      await footer.getByRole('button', { name: 'Subscribe' }).click();
    },
  },
];

/** Toggles the switch and waits for the response; an immediate reload would cancel the request. */
async function toggleAppearOffline(page: Page): Promise<void> {
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/api/auth/privacy') && response.request().method() === 'PUT',
  );
  await appearOffline(page).click();
  expect((await stored).status()).toBe(200);
}

function appearOffline(page: Page) {
  return page.getByRole('switch', { name: 'Appear offline' });
}

/** Opens the list of sessions with mocked devices. */
async function openSessions(page: Page): Promise<void> {
  await page.route(`${baseUrl()}/api/auth/sessions`, (route) =>
    route.fulfill({ json: { sessions: buildSessions() } }),
  );
  await openAt(page, '/update-profile/sessions');
}

function signOutOfIpad(page: Page) {
  return page.getByRole('button', { name: /^Sign out Safari on iPad, / });
}
