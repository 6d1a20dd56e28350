import type { Page } from '@playwright/test';
import { baseUrl, expect } from './fixtures.ts';

const STORAGE_KEY = 'safarnama:language';

/** Shows the page in a language, without a reload, as a choice in another tab does. The account keeps its language. */
export async function showLanguage(page: Page, language: 'en' | 'hi'): Promise<void> {
  const profile = `${baseUrl()}/api/auth/update-profile`;
  // Other tests have the same users.
  await page.route(profile, (route) => route.abort(), { times: 1 });
  await page.evaluate(
    ([key, value]) => {
      localStorage.setItem(key, value);
      window.dispatchEvent(new Event(key));
    },
    [STORAGE_KEY, language] as const,
  );
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}
