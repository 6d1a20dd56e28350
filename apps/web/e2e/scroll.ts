import type { Locator, Page } from '@playwright/test';

/** Vertical scroll position of the page in pixels. */
export function scrollTop(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY);
}

/** Distance of an element from the top of the viewport once it has stopped moving while the page loads. */
export function stableTop(element: Locator): Promise<number> {
  return element.evaluate(async (target) => {
    await document.fonts.ready;
    const top = () => target.getBoundingClientRect().top;
    let [previousTop, sameFrames] = [top(), 0];
    while (sameFrames < 5) {
      await new Promise(requestAnimationFrame);
      sameFrames = top() === previousTop ? sameFrames + 1 : 0;
      previousTop = top();
    }
    return previousTop;
  });
}

/** Scroll position of the page once it has stopped moving. */
export async function stableScrollTop(page: Page): Promise<number> {
  await stableTop(page.locator('html'));
  return scrollTop(page);
}
