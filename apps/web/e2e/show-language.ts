import type { Page } from '@playwright/test';
import { APP_STARTED } from '../src/lib/app-started.ts';
import { baseUrl, expect } from './fixtures.ts';

const STORAGE_KEY = 'safarnama:language';
/**
 * The element with the language of the app: `#root` in the page of a public story, whose `html` element has the
 * language of the story.
 */
const MARKED = '#root[lang], html:not(:has(#root[lang]))';

/** Shows the page in a language, without a reload, as a choice in another tab does. The account keeps its language. */
export async function showLanguage(page: Page, language: 'en' | 'hi'): Promise<void> {
  const profile = `${baseUrl()}/api/auth/update-profile`;
  // Other tests use the same accounts.
  await page.route(profile, (route) => route.abort(), { times: 1 });
  await page.evaluate(
    ([key, value]) => {
      localStorage.setItem(key, value);
      window.dispatchEvent(new Event(key));
    },
    [STORAGE_KEY, language] as const,
  );
  await expect(page.locator(MARKED)).toHaveAttribute('lang', language);
}

/** Starts the app on a page that has not started it: a public story loads it when its reader first does something. */
export async function startApp(page: Page): Promise<void> {
  if ((await page.locator('script[data-app]').count()) === 0) return;
  const started = page.evaluate(
    (event) =>
      new Promise<void>((resolve) => window.addEventListener(event, () => resolve(), { once: true })),
    APP_STARTED,
  );
  await page.keyboard.press('Shift');
  await started;
}
