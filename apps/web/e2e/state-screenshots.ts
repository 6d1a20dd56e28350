/**
 * Takes screenshots of every screen in every state, for visual review:
 *
 * `SCREENSHOTS_DIR=/some/folder pnpm state-screenshots [-g 'home, stories']`, after a build; in Hindi with
 * `SCREENSHOTS_LANGUAGE=hi`. VARIANTS lists widths, themes and text sizes.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { showLanguage, startApp } from './show-language.ts';
import { STATES } from './states.ts';
import { waitForAnimations } from './wait-for-animations.ts';

type Emulation = Parameters<Page['emulateMedia']>[0];

interface Variant {
  name: string;
  viewport: { width: number; height: number };
  media: Emulation;
  /** Text size set in the browser. */
  textSize?: string;
}

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 375, height: 812 };
const SCREEN: Emulation = { media: 'screen', forcedColors: 'none' };

const VARIANTS: readonly Variant[] = [
  { name: '1280-light', viewport: WIDE, media: { ...SCREEN, colorScheme: 'light' } },
  { name: '1280-dark', viewport: WIDE, media: { ...SCREEN, colorScheme: 'dark' } },
  { name: '375-light', viewport: NARROW, media: { ...SCREEN, colorScheme: 'light' } },
  { name: '375-dark', viewport: NARROW, media: { ...SCREEN, colorScheme: 'dark' } },
  { name: '320', viewport: { width: 320, height: 640 }, media: { ...SCREEN, colorScheme: 'light' } },
  {
    name: 'forced-colours',
    viewport: WIDE,
    media: { media: 'screen', forcedColors: 'active', colorScheme: 'dark' },
  },
  { name: 'text-200', viewport: NARROW, media: { ...SCREEN, colorScheme: 'light' }, textSize: '200%' },
  { name: 'print', viewport: { width: 794, height: 1123 }, media: { media: 'print', colorScheme: 'light' } },
];

const folder =
  process.env.SCREENSHOTS_DIR ?? path.resolve(import.meta.dirname, '../test-results/state-screenshots');
const OPTIONS: BrowserContextOptions = { viewport: WIDE, reducedMotion: 'reduce', locale: 'en-IN' };

for (const state of STATES) {
  const name = `${state.screen}, ${state.state}`;
  test(name, async ({ openPage, world }) => {
    const page = await openPage(state.viewer === 'guest' ? null : world[state.viewer], OPTIONS);
    await state.show(page, world);
    if (process.env.SCREENSHOTS_LANGUAGE === 'hi') {
      await startApp(page);
      await showLanguage(page, 'hi');
    }
    const stateFolder = path.join(folder, name.replaceAll(/\W+/g, '-'));
    await rm(stateFolder, { recursive: true, force: true });
    await mkdir(stateFolder, { recursive: true });
    for (const variant of VARIANTS)
      await takeScreenshot(page, variant, path.join(stateFolder, `${variant.name}.png`));
  });
}

async function takeScreenshot(
  page: Page,
  { viewport, media, textSize = '' }: Variant,
  file: string,
): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia(media);
  await page.evaluate(async (size) => {
    document.documentElement.style.fontSize = size;
    const images = [...document.images];
    // Lazy pictures below the viewport would not load without scrolling.
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
  }, textSize);
  await waitForAnimations(page);
  await page.screenshot({ path: file, fullPage: true, animations: 'disabled', caret: 'hide' });
}
