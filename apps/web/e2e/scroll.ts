import type { Locator, Page } from '@playwright/test';

/** How far the page is scrolled, in pixels. */
export function scrollTop(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY);
}

/** How far below the top of the window an element is when it has stopped moving: faces, pictures and rows come in. */
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

/** Where the page stands when it has stopped moving. */
export async function stableScrollTop(page: Page): Promise<number> {
  await stableTop(page.locator('html'));
  return scrollTop(page);
}
