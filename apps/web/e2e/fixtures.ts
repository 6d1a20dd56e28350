import { randomUUID } from 'node:crypto';
import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';

/** Somebody with an account, signed in, in a browser of their own. */
interface Person {
  page: Page;
  fullName: string;
  email: string;
  /** Closes their browser. */
  leave: () => Promise<void>;
}

export const PASSWORD = 'a-long-road-ahead';

/** Where the product runs; set by the global setup. */
export function baseUrl(): string {
  const url = process.env.SAFARNAMA_E2E_URL;
  if (!url) throw new Error('The global setup has not started the product');
  return url;
}

interface Fixtures {
  /** Signs somebody up over HTTP and opens a browser with their session. */
  newPerson: (fullName: string, options?: BrowserContextOptions) => Promise<Person>;
}

export const test = base.extend<Fixtures>({
  newPerson: async ({ browser }, use) => {
    const contexts: { close: () => Promise<void> }[] = [];
    const faults: string[] = [];
    await use(async (fullName, options = {}) => {
      const context = await browser.newContext({ baseURL: baseUrl(), ...options });
      contexts.push(context);
      const email = `${randomUUID()}@example.org`;
      const response = await context.request.post('/api/auth/signup', {
        data: { fullName, email, password: PASSWORD },
      });
      expect(response.status()).toBe(201);
      const page = await context.newPage();
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) faults.push(message.text());
      });
      return { page, fullName, email, leave: () => context.close() };
    });
    for (const context of contexts) await context.close();
    // An error nobody caught, or something the content security policy held back.
    expect(faults).toEqual([]);
  },
});

export { expect };
