import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type ScreenState, STATES } from './states.ts';
import { waitForAnimations } from './wait-for-animations.ts';
import type { World } from './world.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const THEMES = ['light', 'dark'] as const;
const WIDTHS = [
  { width: 1280, height: 900 },
  { width: 375, height: 812 },
];

// A trace of axe at work is large and tells nothing.
test.use({ trace: 'off' });

for (const state of STATES) {
  const { screen } = state;
  test(`${screen}, ${state.state}: axe finds nothing, and nothing reaches over the side`, async ({
    openPage,
    world,
  }, { annotations }) => {
    annotations.push({ type: 'axe-screen', description: screen });
    annotations.push({ type: 'axe-state', description: `${screen}, ${state.state}` });
    const page = await openPage(viewer(state, world), {
      viewport: WIDTHS[0] ?? null,
      reducedMotion: 'reduce',
    });
    await state.show(page, world);

    const found: string[] = [];
    for (const viewport of WIDTHS) {
      annotations.push({ type: 'axe-width', description: String(viewport.width) });
      await page.setViewportSize(viewport);
      for (const colorScheme of THEMES) {
        annotations.push({ type: 'axe-theme', description: colorScheme });
        await page.emulateMedia({ colorScheme });
        await waitForAnimations(page);
        const { violations } = await new AxeBuilder({ page })
          .options({ resultTypes: ['violations'], elementRef: false })
          .withTags(TAGS)
          // There are no frames: without a second page to gather results in it is quicker.
          .setLegacyMode(true)
          .analyze();
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
    // What the reader's own setting of a larger text does: everything in rem grows.
    await page.setViewportSize({ width: 640, height: 640 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect.soft(await overflowWidth(page), '200 % text').toBeLessThanOrEqual(0);
  });
}

function viewer({ viewer }: ScreenState, world: World) {
  return viewer === 'guest' ? null : world[viewer];
}

/** By how many pixels the page is wider than the window. */
function overflowWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
