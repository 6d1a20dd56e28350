import type { Page } from '@playwright/test';

/** Keeps the calls that match waiting. @returns lets them go on. */
export async function pauseRequests(page: Page, pattern: Parameters<Page['route']>[0]): Promise<() => void> {
  let resume: () => void = () => undefined;
  const isResumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  await page.route(pattern, async (route) => {
    await isResumed;
    await route.fallback();
  });
  return resume;
}
