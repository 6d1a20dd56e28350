import type { Page } from '@playwright/test';

/** Keeps the calls that match waiting. @returns lets them go on. */
export async function holdCalls(page: Page, calls: Parameters<Page['route']>[0]): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(calls, async (route) => {
    await released;
    await route.fallback();
  });
  return letGo;
}
