import type { Page } from '@playwright/test';

/** Waits until the fonts are loaded and all finite animations have ended. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // A finished transition may start one in a descendant that inherits the colour, so two idle checks are needed.
    for (let idleChecks = 0; idleChecks < 2; idleChecks += 1) {
      // Transitions start in the frame after the change.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      // Excludes endless animations such as spinners, and finished ones, which the browser lists while their end state
      // is in effect (for example a toast's).
      const finite = document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState !== 'finished' && Number.isFinite(Number(effect?.getComputedTiming().endTime)),
        );
      if (finite.length > 0) idleChecks = -1;
      await Promise.allSettled(finite.map(({ finished }) => finished));
    }
  });
}
