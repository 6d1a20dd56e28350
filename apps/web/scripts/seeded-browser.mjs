import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

const PASSWORD = 'namaste-safarnama';

const OPTIONS = {
  // biome-ignore lint/style/noProcessEnv: the only setting of these scripts
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
};

/** Starts the browser that `CHROMIUM_PATH` names, otherwise Playwright's own. */
export function launchBrowser() {
  return chromium.launch(OPTIONS);
}

/**
 * Starts such a browser for another program.
 *
 * @param {string} profile - an empty folder.
 * @returns its only context, and the port on which it can be controlled.
 */
export async function launchDebuggedBrowser(profile) {
  const context = await chromium.launchPersistentContext(profile, {
    ...OPTIONS,
    args: [...OPTIONS.args, '--remote-debugging-port=0'],
  });
  const [port = ''] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
  return { context, port };
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
