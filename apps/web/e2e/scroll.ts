import type { Locator, Page } from '@playwright/test';

/** Vertical scroll position of the page in pixels. */
export function scrollTop(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY);
}

/** Waits until an element has stopped moving. @returns its distance from the top of the viewport, in pixels. */
export function waitForStableTop(element: Locator): Promise<number> {
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

/** Waits until the page has stopped moving. @returns its scroll position in pixels. */
export async function waitForStableScrollTop(page: Page): Promise<number> {
  await waitForStableTop(page.locator('html'));
  return scrollTop(page);
}
