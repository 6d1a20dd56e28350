import type { Page } from '@playwright/test';

/** Pauses the requests that match the pattern. @returns a function that resumes them. */
export async function pauseRequests(page: Page, pattern: Parameters<Page['route']>[0]): Promise<() => void> {
  let resume: () => void = () => undefined;
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  await page.route(pattern, async (route) => {
    await resumed;
    await route.fallback();
  });
  return resume;
}
