import { expect, PASSWORD, test } from './fixtures.ts';
import { pauseRequests } from './pause-requests.ts';
import { recordPaint, slowDown } from './slow-connection.ts';

/** Time since the start of the navigation, on a connection of 50 kB/s with a latency of 400 ms. */
const MAX_FORM_MS = 2_500;
const APP_SCRIPT = /\/assets\/app-[^/]*\.js$/;
const FORMS = [
  { path: '/login', heading: 'Sign in to Safarnama' },
  { path: '/', heading: 'Sign in to Safarnama' },
  { path: '/signup', heading: 'Begin your journal' },
];

for (const { path, heading } of FORMS) {
  test(`${path} as a guest on a slow connection: shows the form within ${MAX_FORM_MS} ms`, async ({
    openPage,
  }) => {
    const page = await openPage(null);
    await slowDown(page);
    const shownAt = await recordPaint(page, 'h1', heading);
    await page.goto(path, { waitUntil: 'commit' });

    expect(await shownAt()).toBeLessThan(MAX_FORM_MS);
  });

  test(`${path} as a guest before the app's script has loaded: keeps text and focus`, async ({
    openPage,
  }) => {
    const page = await openPage(null, { viewport: { width: 375, height: 812 } });
    const resume = await pauseRequests(page, APP_SCRIPT);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.getByLabel('Email').fill('meera@example.org');
    const password = page.getByLabel('Password', { exact: true });
    await password.click();
    await page.keyboard.type('four unrelated words');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');

    resume();
    // Set by the app.
    await expect(page).toHaveTitle(/ · Safarnama$/);
    await expect(page.getByLabel('Email')).toHaveValue('meera@example.org');
    await expect(password).toBeFocused();
    await page.keyboard.type('My ');
    await expect(password).toHaveValue('My four unrelated words');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
  });
}

test('/signup with a password typed before the app runs: rates it', async ({ openPage }) => {
  const page = await openPage(null);
  const resume = await pauseRequests(page, APP_SCRIPT);
  await page.goto('/signup', { waitUntil: 'commit' });
  await page.getByLabel('Password', { exact: true }).fill('password');

  resume();

  await expect(page.getByText('Too common. Attackers try it first.')).toBeVisible();
});

test('/ as a guest with the sign-in form filled early: signs in and shows home', async ({
  openPage,
  world,
}) => {
  const page = await openPage(null);
  const resume = await pauseRequests(page, APP_SCRIPT);
  await page.goto('/?from=mail', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(world.reader.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  resume();
  await page.waitForURL('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();

  await expect(page.getByRole('article').first()).toBeVisible();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/?from=mail');
});
