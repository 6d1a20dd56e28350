import { chromium } from '@playwright/test';

const PASSWORD = 'namaste-safarnama';

/** Starts the browser that `CHROMIUM_PATH` names, otherwise Playwright's own. */
export function launchBrowser() {
  // biome-ignore lint/style/noProcessEnv: the only setting of these scripts
  const executablePath = process.env.CHROMIUM_PATH;
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
}

/**
 * Signs a seeded user in; the client keeps the session.
 *
 * @param {import('@playwright/test').APIRequestContext} client
 * @param {string} email
 * @returns {Promise<{ _id: string, fullName: string }>} the user.
 */
export async function logIn(client, email) {
  const response = await client.post('/api/auth/login', { data: { email, password: PASSWORD } });
  if (!response.ok()) throw new Error(`Failed to sign in as ${email}: ${await response.text()}`);
  return response.json();
}
