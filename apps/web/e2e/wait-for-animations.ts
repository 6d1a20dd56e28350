import type { Page } from '@playwright/test';

/** Until fonts are there and no colour is on its way to another one. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // One that ends lets what is within it begin, which inherits its colour: until two looks have found none.
    for (let idleChecks = 0; idleChecks < 2; idleChecks += 1) {
      // A transition begins with the frame after the change.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      // Without those that go on for ever, such as a spinner's.
      const finite = document
        .getAnimations()
        .filter((animation) => Number.isFinite(Number(animation.effect?.getComputedTiming().endTime)));
      if (finite.length > 0) idleChecks = -1;
      await Promise.allSettled(finite.map(({ finished }) => finished));
    }
  });
}
