import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { type Account, createWorld, PASSWORD, signUp, type World } from './world.ts';

export { PASSWORD };

/** A signed-in user with a browser context of their own. */
interface TestUser extends Account {
  page: Page;
  /** Closes the browser context. */
  close: () => Promise<void>;
}

/** URL of the product under test, set by the global setup. */
export function baseUrl(): string {
  const url = process.env.SAFARNAMA_E2E_URL;
  if (!url) throw new Error('The global setup has not started the product');
  return url;
}

export type NewUser = (fullName: string, options?: BrowserContextOptions) => Promise<TestUser>;

interface Fixtures {
  /** Violations of the content security policy that this test expects in the console; none by default. */
  expectedFault: RegExp | null;
  /**
   * Opens a page in a new browser context. Uncaught errors and violations of the content security policy fail the
   * test.
   *
   * @param account - the signed-in user; null for a guest.
   */
  openPage: (account: Account | null, options?: BrowserContextOptions) => Promise<Page>;
  /** Signs a user up over HTTP and opens a page with their session. */
  newUser: NewUser;
}

interface WorkerFixtures {
  /** Created once per worker and shared: tests must only change data of their own. */
  world: World;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  world: [
    async ({ playwright }, use) => {
      const clients: { dispose: () => Promise<void> }[] = [];
      const newClient = async () => {
        const client = await playwright.request.newContext({ baseURL: baseUrl() });
        clients.push(client);
        return client;
      };
      await use(await createWorld(newClient));
      for (const client of clients) await client.dispose();
    },
    { scope: 'worker' },
  ],

  expectedFault: [null, { option: true }],

  openPage: async ({ browser, expectedFault }, use) => {
    const contexts: { close: () => Promise<void> }[] = [];
    const faults: string[] = [];
    await use(async (account, options = {}) => {
      const context = await browser.newContext({
        baseURL: baseUrl(),
        ...(account && { storageState: account.storageState }),
        ...options,
      });
      contexts.push(context);
      const page = await context.newPage();
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        const text = message.text();
        if (/Content Security Policy/i.test(text) && !expectedFault?.test(text)) faults.push(text);
      });
      return page;
    });
    for (const context of contexts) await context.close();
    expect(faults).toEqual([]);
  },

  newUser: async ({ openPage, playwright }, use) => {
    await use(async (fullName, options) => {
      const client = await playwright.request.newContext({
        baseURL: baseUrl(),
        // As the browser of the page sends it: an account has the language of its sign-up.
        extraHTTPHeaders: { 'Accept-Language': options?.locale ?? 'en-IN' },
      });
      const account = await signUp(client, fullName);
      await client.dispose();
      const page = await openPage(account, options);
      return { ...account, page, close: () => page.context().close() };
    });
  },
});

export { expect };
