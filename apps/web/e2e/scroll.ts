import type { Locator, Page } from '@playwright/test';

/** How far the page is scrolled, in pixels. */
export function scrollTop(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY);
}

/** How far below the top of the window an element is when it has stopped moving: faces, pictures and rows come in. */
export function settledTop(element: Locator): Promise<number> {
  return element.evaluate(async (target) => {
    await document.fonts.ready;
    const top = () => target.getBoundingClientRect().top;
    let [place, sameFrames] = [top(), 0];
    while (sameFrames < 5) {
      await new Promise(requestAnimationFrame);
      sameFrames = top() === place ? sameFrames + 1 : 0;
      place = top();
    }
    return place;
  });
}

/** Where the page stands when it has stopped moving. */
export async function settledScrollTop(page: Page): Promise<number> {
  await settledTop(page.locator('html'));
  return scrollTop(page);
}
