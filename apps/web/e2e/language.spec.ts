import { expect, PASSWORD, test } from './fixtures.ts';
import { pauseRequests } from './pause-requests.ts';

const APP_SCRIPT = /\/assets\/app-[^/]*\.js$/;
/** The module that lists the files of other languages. */
const TRANSLATIONS_SCRIPT = /\/assets\/translations-[^/]*\.js$/;

test('the language, chosen by a guest: changes without a reload, stays after a reload and becomes the language of a new account', async ({
  openPage,
}) => {
  const page = await openPage(null, { viewport: { width: 375, height: 812 } });
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/signup');
  await page.getByLabel('Full name').fill('मीरा');
  expect(scripts.filter((url) => TRANSLATIONS_SCRIPT.test(url))).toEqual([]);

  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('अपनी यात्रा-डायरी शुरू करें');
  await expect(page.getByLabel('पूरा नाम')).toHaveValue('मीरा');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('अपनी यात्रा-डायरी शुरू करें');
  await page.getByLabel('पूरा नाम').fill('मीरा');
  await page.getByLabel('ईमेल').fill(`meera-${Date.now()}@example.org`);
  await page.getByLabel('पासवर्ड', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'खाता बनाएँ' }).click();
  await expect(page.getByRole('navigation', { name: 'झटपट' })).toContainText('मेरी कहानियाँ');
  const account = await page.evaluate(async () => (await fetch('/api/auth/check-auth')).json());
  expect(account).toMatchObject({ fullName: 'मीरा', language: 'hi' });
});

test('the language, chosen in the profile: is saved with the account and applies on another device', async ({
  newUser,
  openPage,
}) => {
  const { page, ...account } = await newUser('Meera Iyer');
  await page.goto('/update-profile');
  await page.getByText('हिन्दी', { exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('आपकी प्रोफ़ाइल');
  await expect(async () => {
    const { language } = await page.evaluate(async () => (await fetch('/api/auth/check-auth')).json());
    expect(language).toBe('hi');
  }).toPass();

  const other = await openPage(account);
  await other.goto('/bookmarks');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(/बुकमार्क/);
});

test('Hindi, chosen on a device whose cookie is lost, before the app has loaded: keeps typed text and shows the form in Hindi', async ({
  openPage,
}) => {
  const page = await openPage(null);
  await page.addInitScript(() => localStorage.setItem('safarnama:language', 'hi'));
  const resume = await pauseRequests(page, APP_SCRIPT);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('meera@example.org');

  resume();
  await expect(page.getByLabel('ईमेल')).toHaveValue('meera@example.org');
  await expect(page).toHaveTitle('साइन इन करें · Safarnama');
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
});
