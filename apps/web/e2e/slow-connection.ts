import type { Page } from '@playwright/test';

/** Slow 3G. */
const CONDITIONS = {
  offline: false,
  latency: 400,
  downloadThroughput: 50 * 1_024,
  uploadThroughput: 50 * 1_024,
};

/** Limits the page to a slow connection, with an empty cache. */
export async function slowDown(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.clearBrowserCache');
  await cdp.send('Network.emulateNetworkConditions', CONDITIONS);
}

/**
 * Records when an element with this text is first seen in a frame after the first contentful paint.
 *
 * @returns a function that waits for it and returns the time since the start of the navigation, in ms.
 */
export async function recordPaint(
  page: Page,
  selector: string,
  text: string,
): Promise<() => Promise<number>> {
  await page.addInitScript(
    ([selector, text]) => {
      const check = () => {
        const elements = [...document.querySelectorAll(selector)];
        const isShown = elements.some(
          (element) => element.textContent?.includes(text) && element.getClientRects().length > 0,
        );
        if (!isShown || performance.getEntriesByName('first-contentful-paint').length === 0) {
          requestAnimationFrame(check);
          return;
        }
        performance.mark('shown');
      };
      check();
    },
    [selector, text] as const,
  );
  return async () => {
    const entry = await page.waitForFunction(() => performance.getEntriesByName('shown')[0]?.startTime);
    return Number(await entry.jsonValue());
  };
}
