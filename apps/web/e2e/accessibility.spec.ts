import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { findInvisibleFocus, findMotion } from './focus-faults.ts';
import { findLayoutFaults, findUnmirrored } from './layout-faults.ts';
import { showPseudoLanguage } from './pseudo-language.ts';
import { showLanguage, startApp } from './show-language.ts';
import { STATES } from './states.ts';
import { collectUserWords, findUntranslated } from './untranslated.ts';
import { waitForAnimations } from './wait-for-animations.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 375, height: 812 };

interface Run {
  viewport: { width: number; height: number };
  theme: 'light' | 'dark';
  /** Without it, all rules. */
  rules?: readonly string[];
}

/** The themes differ in colours only: after all rules in one theme, the other needs those that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Colours do not depend on the language, and the layout does not depend on the theme. */
const ALL_RUNS: Record<'english' | 'hindi', readonly [Run, ...Run[]]> = {
  english: [
    { viewport: WIDE, theme: 'dark', rules: COLOUR_RULES },
    { viewport: WIDE, theme: 'light' },
  ],
  hindi: [
    { viewport: NARROW, theme: 'light' },
    { viewport: NARROW, theme: 'dark', rules: COLOUR_RULES },
  ],
};
/** Each theme, each width and each language once. */
const TWO_RUNS: typeof ALL_RUNS = {
  english: [{ viewport: WIDE, theme: 'dark' }],
  hindi: [{ viewport: NARROW, theme: 'light' }],
};

/** The build that AxeBuilder would inject is more than twice as large, and each page has to parse it. */
const AXE_BUILD = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);
const AXE_SOURCE = `${AXE_BUILD};(${parseColoursOnce})()`;

// A trace of an axe run is large and of no use.
test.use({ trace: 'off' });

test('each screen: has a state with all runs', () => {
  const listScreens = (states: typeof STATES) => [...new Set(states.map(({ screen }) => screen))].sort();
  expect(listScreens(STATES.filter(({ allRuns }) => allRuns))).toEqual(listScreens(STATES));
});

for (const state of STATES) {
  const { screen, allRuns = false } = state;
  const name = `${screen}, ${state.state}`;
  test(`${name}: axe finds no violations, and everything fits in each language`, async ({ openPage, world }, {
    annotations,
  }) => {
    annotations.push({ type: 'axe-screen', description: screen });
    annotations.push({ type: 'axe-state', description: name });
    const { english, hindi } = allRuns ? ALL_RUNS : TWO_RUNS;
    const page = await openPage(state.viewer === 'guest' ? null : world[state.viewer], {
      viewport: WIDE,
      reducedMotion: 'reduce',
      colorScheme: english[0].theme,
    });
    const userWords = collectUserWords(page);
    await state.show(page, world);
    expect.soft(await findMotion(page), 'with reduced motion').toEqual([]);
    await disableTransitions(page);

    const found: string[] = [];
    await page.evaluate(AXE_SOURCE);
    const runAxe = async (language: string, { viewport, theme, rules }: Run) => {
      annotations.push({ type: `axe-run ${language} ${viewport.width} px ${theme}`, description: name });
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: theme });
      await waitForAnimations(page);
      // The builder would inject axe twice in each run.
      const axe = new AxeBuilder({ page, axeSource: ' ' })
        .options({ resultTypes: ['violations'], elementRef: false })
        // Skips the extra page that collects results from frames: the app has none.
        .setLegacyMode(true);
      if (rules) axe.withRules([...rules]);
      else axe.withTags(TAGS);
      const { violations } = await axe.analyze();
      for (const { id, nodes } of violations) {
        const targets = nodes.map(({ html, failureSummary }) => `${html}\n    ${failureSummary ?? ''}`);
        found.push(`${language} ${viewport.width} ${theme}: ${id}\n  ${targets.join('\n  ')}`);
      }
    };
    for (const run of english) await runAxe('English', run);
    if (allRuns) await expectToFitWhenNarrow(page, 'English');

    // Switches the language without a reload, which would take longer than all checks.
    await startApp(page);
    await showLanguage(page, 'hi');
    for (const run of hindi) await runAxe('Hindi', run);
    expect.soft(await findLayoutFaults(page), 'Hindi').toEqual([]);
    await expectToFitWhenNarrow(page, 'Hindi');

    await page.setViewportSize(NARROW);
    await showPseudoLanguage(page);
    expect.soft(await findUntranslated(page, userWords), 'texts outside the message catalogue').toEqual([]);
    for (const viewport of [NARROW, WIDE]) {
      await page.setViewportSize(viewport);
      const circumstance = `the pseudo-language at ${viewport.width} px`;
      expect.soft(await findLayoutFaults(page), circumstance).toEqual([]);
      if (viewport === WIDE && !allRuns) continue;
      expect.soft(await findUnmirrored(page), `${circumstance}, right to left`).toEqual([]);
      // What fits also fits when each box is mirrored, unless text within a box is not.
      if (allRuns) expect.soft(await findLayoutFaults(page), `${circumstance}, right to left`).toEqual([]);
      await page.evaluate(() => {
        document.dir = '';
      });
    }
    expect.soft(await findInvisibleFocus(page), 'elements without a visible focus').toEqual([]);
    annotations.push({ type: 'axe-violations', description: String(found.length) });
    expect.soft(found).toEqual([]);
  });
}

/** Runs in the page. Axe parses the colours of each element, which takes a quarter of its time. A page has few colours. */
function parseColoursOnce(): void {
  interface Colour {
    r: number;
    g: number;
    b: number;
    alpha: number;
    parseString: (text: string) => Colour;
  }
  const { axe } = window as unknown as { axe: { commons: { color: { Color: { prototype: Colour } } } } };
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const parsed = new Map<string, Pick<Colour, 'r' | 'g' | 'b' | 'alpha'>>();
  prototype.parseString = function parseStringOnce(text) {
    const known = parsed.get(text);
    if (known) return Object.assign(this, known);
    parseString.call(this, text);
    const { r, g, b, alpha } = this;
    parsed.set(text, { r, g, b, alpha });
    return this;
  };
}

/** Colours that are inherited would change level by level, with a rendering of the page for each. */
function disableTransitions(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Checks that the page does not scroll sideways on the narrowest phones and with a text size of 200 %. */
async function expectToFitWhenNarrow(page: Page, language: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  expect.soft(await overflowWidth(page), `${language}, 320 px`).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 640, height: 640 });
  expect.soft(await overflowWidth(page, '200%'), `${language}, 200 % text`).toBeLessThanOrEqual(0);
}

/**
 * By how many pixels the page is wider than the viewport.
 *
 * @param textSize - as set in the browser: scales everything that is sized in rem.
 */
function overflowWidth(page: Page, textSize = ''): Promise<number> {
  return page.evaluate((fontSize) => {
    const root = document.documentElement;
    root.style.fontSize = fontSize;
    const overflow = root.scrollWidth - window.innerWidth;
    // In the same step, so that the browser does not paint the page in this size.
    root.style.fontSize = '';
    return overflow;
  }, textSize);
}
