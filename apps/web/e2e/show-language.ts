import type { Page } from '@playwright/test';
import { APP_STARTED } from '../src/lib/app-started.ts';
import { baseUrl } from './fixtures.ts';

const STORAGE_KEY = 'safarnama:language';
/**
 * The element with the language of the app: `#root` in the page of a public story, whose `html` element has the
 * language of the story.
 */
const MARKED = '#root[lang], html:not(:has(#root[lang]))';

/**
 * Shows the page in a language, without a reload, as a choice in another tab does. The account keeps its language.
 *
 * @param languages - are shown one after the other; only the last is painted.
 */
export async function showLanguage(page: Page, ...languages: ('en' | 'hi')[]): Promise<void> {
  const profile = `${baseUrl()}/api/auth/update-profile`;
  // Other tests use the same accounts.
  await page.route(profile, (route) => route.abort(), { times: languages.length });
  // An `expect` would describe the whole page each time that it finds the previous language.
  await page.evaluate(
    async ([key, marked, values]) => {
      for (const value of values) {
        localStorage.setItem(key, value);
        window.dispatchEvent(new Event(key));
        while (document.querySelector<HTMLElement>(marked)?.lang !== value)
          await new Promise((resolve) => setTimeout(resolve));
      }
    },
    [STORAGE_KEY, MARKED, languages] as const,
  );
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
