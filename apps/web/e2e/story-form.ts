import type { Locator, Page } from '@playwright/test';

/** Opens the form for a new story. @returns the field for its text. */
export async function openForm(page: Page): Promise<Locator> {
  await page.goto('/add-posts');
  const story = page.getByRole('textbox', { name: 'Your story' });
  await story.waitFor();
  return story;
}

/** Dispatches a paste or drop event with the given data. */
export async function dispatchTransfer(
  target: Locator,
  kind: 'paste' | 'drop',
  data: { html?: string; text?: string; file?: { name: string; type: string; base64: string } },
): Promise<void> {
  await target.evaluate(
    (element, payload) => {
      const transfer = new DataTransfer();
      if (payload.html !== undefined) transfer.setData('text/html', payload.html);
      if (payload.text !== undefined) transfer.setData('text/plain', payload.text);
      if (payload.file) {
        const bytes = Uint8Array.from(atob(payload.file.base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], payload.file.name, { type: payload.file.type }));
      }
      const init = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        payload.kind === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: transfer })
          : new DragEvent('drop', { ...init, dataTransfer: transfer }),
      );
    },
    { kind, ...data },
  );
}

/** @returns a function that limits the page's upload rate in bytes per second; -1 removes the limit. */
export async function limitUploads(page: Page): Promise<(bytesPerSecond: number) => Promise<void>> {
  const cdp = await page.context().newCDPSession(page);
  return async (uploadThroughput) => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
    await cdp.send('Network.emulateNetworkConditions', conditions);
  };
}
