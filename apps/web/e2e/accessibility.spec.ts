import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { STATES } from './states.ts';
import { waitForAnimations } from './wait-for-animations.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const THEMES = ['light', 'dark'] as const;
/** The themes differ in colours only: the second one needs only the rules that depend on them. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const WIDTHS = [
  { width: 1280, height: 900 },
  { width: 375, height: 812 },
];

// A trace of an axe run is large and of no use.
test.use({ trace: 'off' });

for (const state of STATES) {
  const { screen } = state;
  test(`${screen}, ${state.state}: axe finds no violations and nothing overflows`, async ({
    openPage,
    world,
  }, { annotations }) => {
    annotations.push({ type: 'axe-screen', description: screen });
    annotations.push({ type: 'axe-state', description: `${screen}, ${state.state}` });
    const page = await openPage(state.viewer === 'guest' ? null : world[state.viewer], {
      viewport: WIDTHS[0] ?? null,
      reducedMotion: 'reduce',
    });
    await state.show(page, world);

    const found: string[] = [];
    // The first run puts axe into the page; the others would parse its 1.3 MB twice more.
    let axeSource: { axeSource?: string } = {};
    for (const viewport of WIDTHS) {
      annotations.push({ type: 'axe-width', description: String(viewport.width) });
      await page.setViewportSize(viewport);
      for (const colorScheme of THEMES) {
        annotations.push({ type: 'axe-theme', description: colorScheme });
        await page.emulateMedia({ colorScheme });
        await waitForAnimations(page);
        const axe = new AxeBuilder({ page, ...axeSource })
          .options({ resultTypes: ['violations'], elementRef: false })
          // Skips the extra page that collects results from frames: the app has none.
          .setLegacyMode(true);
        if (colorScheme === THEMES[0]) axe.withTags(TAGS);
        else axe.withRules(COLOUR_RULES);
        const { violations } = await axe.analyze();
        axeSource = { axeSource: ' ' };
        for (const { id, nodes } of violations) {
          const targets = nodes.map(({ html, failureSummary }) => `${html}\n    ${failureSummary ?? ''}`);
          found.push(`${viewport.width} ${colorScheme}: ${id}\n  ${targets.join('\n  ')}`);
        }
      }
    }
    annotations.push({ type: 'axe-violations', description: String(found.length) });
    expect.soft(found).toEqual([]);

    await page.setViewportSize({ width: 320, height: 640 });
    expect.soft(await overflowWidth(page), '320 px').toBeLessThanOrEqual(0);
    // A larger text size set in the browser scales everything that is sized in rem.
    await page.setViewportSize({ width: 640, height: 640 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect.soft(await overflowWidth(page), '200 % text').toBeLessThanOrEqual(0);
  });
}

/** By how many pixels the page is wider than the viewport. */
function overflowWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
