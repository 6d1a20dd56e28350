import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Words typed in the last second before a crash may be lost. */
const MAX_AGE_OF_LOST_MS = 1_000;
const MAX_PAUSE_MS = 120;
const WORDS_PER_PARAGRAPH = 15;

/** Types numbered words into a story, and remembers when each was typed. */
interface Typist {
  /** Types for a while; stops early when the page closes. */
  type: (page: Page, durationMs: number) => Promise<void>;
  /** Number of words typed so far. */
  count: () => number;
  lastWord: () => string;
  /**
   * Lists the words that are missing in `text`, and no longer expects them.
   *
   * @param crashedAt - time of a crash (epoch, in ms): words typed in the second before it and later may be missing.
   *   Without it, none may.
   */
  findLost: (text: string, crashedAt?: number) => string[];
}

export function createTypist(word: string): Typist {
  let typed: { word: string; typedAt: number }[] = [];
  let number = 0;
  return {
    async type(page, durationMs) {
      const end = Date.now() + durationMs;
      while (Date.now() < end) {
        number += 1;
        const next = `${word}${number}`;
        try {
          await page.keyboard.type(`${next} `);
          if (number % WORDS_PER_PARAGRAPH === 0) await page.keyboard.press('Enter');
        } catch {
          // The page closed while the word was typed.
          return;
        }
        typed.push({ word: next, typedAt: Date.now() });
        await page.waitForTimeout(Math.random() * MAX_PAUSE_MS).catch(() => undefined);
      }
    },
    count: () => number,
    lastWord: () => `${word}${number}`,
    findLost(text, crashedAt = Number.POSITIVE_INFINITY) {
      const present = new Set(text.split(/\s+/));
      const missing = typed.filter((entry) => !present.has(entry.word));
      typed = typed.filter((entry) => present.has(entry.word));
      return missing
        .filter(({ typedAt }) => typedAt < crashedAt - MAX_AGE_OF_LOST_MS)
        .map((entry) => entry.word);
    },
  };
}

const storyField = (page: Page) => page.getByRole('textbox', { name: 'Your story' });

export const expectLine = (page: Page, text: string, timeout = 40_000) =>
  expect(page.getByText(text, { exact: true })).toBeVisible({ timeout });

/** The text in the form, with its paragraphs separated by spaces. */
export async function readForm(page: Page): Promise<string> {
  return (await storyField(page).locator('p').allTextContents()).join(' ');
}

/** Reads the text of the latest draft on the server. */
export async function readServer(page: Page): Promise<string> {
  const { drafts } = await (await page.request.get('/api/drafts')).json();
  return toText(drafts[0]?.blogHtml ?? '');
}

function toText(html: string): string {
  return html.replace(/<[^>]+>/g, ' ').replaceAll('&nbsp;', ' ');
}

/** Opens the form and continues the latest draft at its end; in the first round there is none. */
export async function continueStory(page: Page, round: number, siteUrl = ''): Promise<void> {
  await page.goto(`${siteUrl}/add-posts`);
  await storyField(page).waitFor();
  if (round > 1) {
    await page.getByRole('link', { name: /^Continue/ }).click();
    await expect(page).toHaveURL(/draft=/);
  }
  await moveToEnd(page);
}

/** Continues in a paragraph of its own, since a space at the end of a text is not stored. */
export async function moveToEnd(page: Page): Promise<void> {
  await storyField(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
}
