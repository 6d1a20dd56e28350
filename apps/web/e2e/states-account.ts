import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { mockResponse, neverRespond, type ScreenState, SERVER_ERROR } from './screen-state.ts';
import { buildSessions } from './sessions.ts';

export const ACCOUNT_STATES: readonly ScreenState[] = [
  {
    screen: 'login',
    state: 'empty',
    viewer: 'guest',
    async show(page) {
      await page.goto('/login');
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    },
  },
  {
    screen: 'login',
    state: 'fields missing',
    viewer: 'guest',
    allRuns: true,
    async show(page) {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('Email is required')).toBeVisible();
    },
  },
  {
    screen: 'login',
    state: 'rejected',
    viewer: 'guest',
    async show(page) {
      await page.goto('/login');
      await page.getByLabel('Email').fill('nobody@example.org');
      await page.getByLabel('Password', { exact: true }).fill('not-this-one');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('Invalid email or password')).toBeVisible();
    },
  },
  {
    screen: 'login',
    state: 'checking the session',
    viewer: 'reader',
    async show(page) {
      await neverRespond(page, '/auth/check-auth');
      await page.goto('/login');
      await expect(page.getByRole('status').first()).toBeAttached();
    },
  },
  {
    screen: 'login',
    state: 'signed out from another device',
    viewer: 'reader',
    async show(page) {
      const json = { message: 'Not Authenticated.', code: 'session_ended', requestId: 'e2e' };
      await mockResponse(page, '/auth/check-auth', { status: 401, json });
      await mockResponse(page, '/auth/logout', { json: { message: 'Logged out' } });
      await page.goto('/login');
      await expect(page.getByText(/^You were signed out from another device/)).toBeVisible();
    },
  },
  {
    screen: 'reset password',
    state: 'hard to guess',
    viewer: 'guest',
    allRuns: true,
    async show(page) {
      await openResetPage(page);
      await page.getByLabel('New password').fill('monsoon-kochi-7');
      await expect(page.getByText('Hard to guess.')).toBeVisible();
    },
  },
  {
    screen: 'reset password',
    state: 'done',
    viewer: 'guest',
    async show(page) {
      await mockResponse(page, '/auth/reset-password', {
        json: { message: 'Your password has been changed. Please sign in.' },
      });
      await openResetPage(page);
      await page.getByLabel('New password').fill('monsoon-kochi-7');
      await page.getByRole('button', { name: 'Set password' }).click();
      await expect(page.getByText(/^Your password has been changed/)).toBeVisible();
    },
  },
  {
    screen: 'reset password',
    state: 'expired link',
    viewer: 'guest',
    async show(page) {
      await openResetPage(page);
      await page.getByLabel('New password').fill('monsoon-kochi-7');
      await page.getByRole('button', { name: 'Set password' }).click();
      await expect(page.getByText(/^This link is no longer valid\./)).toBeVisible();
    },
  },
  {
    screen: 'signup',
    state: 'a common password',
    viewer: 'guest',
    async show(page) {
      await page.goto('/signup');
      await page.getByLabel('Password', { exact: true }).fill('iloveyou');
      await expect(page.getByText('Too common. Attackers try it first.')).toBeVisible();
    },
  },
  {
    screen: 'signup',
    state: 'empty',
    viewer: 'guest',
    async show(page) {
      await page.goto('/signup');
      await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible();
    },
  },
  {
    screen: 'signup',
    state: 'fields missing',
    viewer: 'guest',
    allRuns: true,
    async show(page) {
      await page.goto('/signup');
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByText('Full name is required')).toBeVisible();
    },
  },
  {
    screen: 'signup',
    state: 'an address with an account',
    viewer: 'guest',
    async show(page, { reader }) {
      await page.goto('/signup');
      await page.getByLabel('Full name').fill('Kavya');
      await page.getByLabel('Email').fill(reader.email);
      await page.getByLabel('Password', { exact: true }).fill('monsoon-kochi-7');
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByRole('link', { name: 'Sign in with this email' })).toBeVisible();
    },
  },
  {
    screen: 'profile',
    state: 'unchanged',
    viewer: 'reader',
    async show(page) {
      await page.goto('/update-profile');
      await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
    },
  },
  {
    screen: 'profile',
    state: 'without a name',
    viewer: 'reader',
    async show(page) {
      await page.goto('/update-profile');
      await page.getByLabel('Full name').fill('');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page.getByText('Name is required')).toBeVisible();
    },
  },
  {
    screen: 'profile',
    state: 'different passwords',
    viewer: 'reader',
    async show(page) {
      await page.goto('/update-profile');
      await page.getByLabel('New password').fill('monsoon-kochi-7');
      await page.getByRole('button', { name: 'Change Password' }).click();
      await expect(page.getByText('This is different from the new password.')).toBeVisible();
    },
  },
  {
    screen: 'profile',
    state: 'leaving with unsaved changes',
    viewer: 'reader',
    async show(page) {
      await page.goto('/update-profile');
      await page.getByLabel('Full name').fill('Kavya I.');
      await page.getByRole('link', { name: 'Back to home' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    screen: 'profile',
    state: 'blocked people',
    viewer: 'reader',
    allRuns: true,
    async show(page, { writer }) {
      const { _id, fullName } = writer;
      const users = [fullName, 'சென்னைதிருவல்லிக்கேணிமயிலாப்பூர்'.repeat(2)].map((name, index) => ({
        _id: `${_id.slice(1)}${index}`,
        fullName: name,
        profilePic: '',
        createdAt: '2026-02-03T04:05:06.000Z',
      }));
      await mockResponse(page, '/auth/privacy', { json: { appearOffline: true } });
      await mockResponse(page, '/message/blocked', { json: { users, nextCursor: 'next' } });
      await page.goto('/update-profile');
      await expect(page.getByRole('button', { name: `Unblock ${fullName}` })).toBeVisible();
      await expect(page.getByRole('switch', { name: 'Appear offline' })).toBeChecked();
    },
  },
  {
    screen: 'profile',
    state: 'privacy failed',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/auth/privacy', SERVER_ERROR);
      await mockResponse(page, '/message/blocked', SERVER_ERROR);
      await page.goto('/update-profile');
      await expect(page.getByText('Something went wrong')).toHaveCount(2);
    },
  },
  {
    screen: 'profile',
    state: 'privacy loading',
    viewer: 'reader',
    async show(page) {
      await neverRespond(page, '/auth/privacy');
      await neverRespond(page, '/message/blocked');
      await page.goto('/update-profile');
      await expect(page.getByText('Loading blocked people…')).toBeAttached();
    },
  },
  {
    screen: 'sessions',
    state: 'several devices',
    viewer: 'reader',
    allRuns: true,
    show: openSessions,
  },
  {
    screen: 'sessions',
    state: 'confirming sign-out of all others',
    viewer: 'reader',
    async show(page) {
      await openSessions(page);
      await page.getByRole('button', { name: 'Sign out all other devices' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    screen: 'sessions',
    state: 'no other devices',
    viewer: 'reader',
    async show(page) {
      const sessions = buildSessions().filter(({ current }) => current);
      await mockResponse(page, '/auth/sessions', { json: { sessions } });
      await page.goto('/update-profile/sessions');
      await expect(page.getByText('No other devices are signed in')).toBeVisible();
    },
  },
  {
    screen: 'sessions',
    state: 'loading',
    viewer: 'reader',
    async show(page) {
      await neverRespond(page, '/auth/sessions');
      await page.goto('/update-profile/sessions');
      await expect(page.getByText('Loading your devices…')).toBeAttached();
    },
  },
  {
    screen: 'sessions',
    state: 'failed',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/auth/sessions', SERVER_ERROR);
      await page.goto('/update-profile/sessions');
      await expect(page.getByText('Something went wrong')).toBeVisible();
    },
  },
];

/** Opens the reset page with an invalid token. */
async function openResetPage(page: Page): Promise<void> {
  await page.goto(`/reset-password#${'A'.repeat(59)}`);
  await expect(page.getByLabel('New password')).toBeVisible();
}

/** Opens the list of sessions with mocked devices. */
async function openSessions(page: Page): Promise<void> {
  await mockResponse(page, '/auth/sessions', { json: { sessions: buildSessions() } });
  await page.goto('/update-profile/sessions');
  await expect(page.getByText('Firefox on Android')).toBeVisible();
}
