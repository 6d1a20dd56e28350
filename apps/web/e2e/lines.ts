import type { Locator } from '@playwright/test';

/** Counts the lines that each word of an element takes; 1 for a word that is not broken. Expects a single text node. */
export function countLinesPerWord(locator: Locator): Promise<number[]> {
  return locator.evaluate(({ firstChild }) =>
    [...(firstChild?.textContent ?? '').matchAll(/\S+/g)].map(({ 0: word, index }) => {
      const range = document.createRange();
      if (!firstChild) return 0;
      range.setStart(firstChild, index);
      range.setEnd(firstChild, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    }),
  );
}

/** Counts the lines of an element's text. */
export function countLines(locator: Locator): Promise<number> {
  return locator.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
}
