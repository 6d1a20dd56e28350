import type { Page } from '@playwright/test';

/** How far the page is scrolled, in pixels. */
export function scrollTop(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY);
}

/** Where the page stands when it has stopped moving: a font or a picture may have come in meanwhile. */
export function settledScrollTop(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    let [place, sameFrames] = [window.scrollY, 0];
    while (sameFrames < 5) {
      await new Promise(requestAnimationFrame);
      sameFrames = window.scrollY === place ? sameFrames + 1 : 0;
      place = window.scrollY;
    }
    return place;
  });
}
