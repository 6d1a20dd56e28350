import type { Page } from '@playwright/test';

/**
 * Focuses the visible elements that Tab can reach, and lists those of which nothing on the screen shows the focus: no
 * outline, shadow, colour or size changes on the element, on an element around it or beside it, or on a pseudo-element
 * of these. Of elements with equal classes, only the first is focused. The page does not notice, so that nothing in it
 * opens or closes; without the map, which draws its own highlight when it notices the focus.
 */
export async function findInvisibleFocus(page: Page): Promise<string[]> {
  // As after a press of a key, browsers show the focus of each element. No key of the app.
  await page.keyboard.press('F9');
  return page.evaluate(() => {
    const PROPERTIES = ['box-shadow', 'background-color', 'border-color', 'fill', 'stroke'] as const;
    const describeStyle = (element: Element, pseudo: string | null) => {
      const style = getComputedStyle(element, pseudo);
      const outline = style.outlineStyle === 'none' ? '' : `${style.outlineWidth} ${style.outlineColor}`;
      const isDrawn = pseudo === null || style.content !== 'none';
      return isDrawn ? [outline, ...PROPERTIES.map((name) => style.getPropertyValue(name))].join() : '';
    };
    /** What is around an element, and what is beside it, such as the box of a hidden checkbox. */
    const listOthers = (element: Element) => {
      const around: Element[] = [];
      for (let next = element.parentElement; next; next = next.parentElement) around.push(next);
      return [...around, ...(element.parentElement?.querySelectorAll('*') ?? [])];
    };
    const describe = (element: Element) => {
      const { width } = element.getBoundingClientRect();
      const styles = [null, '::before', '::after'].map((pseudo) => describeStyle(element, pseudo));
      // A visually hidden element has a size of 1 px.
      return width > 2 ? [width, ...styles].join() : '';
    };

    const isReachable = (element: HTMLElement) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      element.checkVisibility({ visibilityProperty: true }) &&
      element.getClientRects().length > 0;
    const seen = new Set<string>();
    const candidates = [
      ...document.querySelectorAll<HTMLElement>(
        ':is(a, button, input, select, textarea, summary, [tabindex], [contenteditable=true]):not(svg *)',
      ),
    ].filter((element) => {
      const kind = `${element.tagName} ${element.getAttribute('class')} ${element.parentElement?.className}`;
      if (seen.has(kind) || !isReachable(element)) return false;
      return seen.add(kind);
    });

    const stop = (event: Event) => event.stopImmediatePropagation();
    const types = ['focus', 'blur', 'focusin', 'focusout'];
    for (const type of types) window.addEventListener(type, stop, true);
    const focused = document.activeElement;
    const faults: string[] = [];
    /** Focuses an element. @returns whether the look of one of the shown elements changes. */
    const focusChanges = (element: HTMLElement, shown: Element[]) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      const before = shown.map(describe);
      element.focus({ preventScroll: true });
      return shown.some((each, index) => describe(each) !== before[index]);
    };
    for (const element of candidates) {
      // Most elements show their focus themselves.
      if (focusChanges(element, [element])) continue;
      // Behind a modal dialog, for example.
      if (document.activeElement !== element) continue;
      if (!focusChanges(element, listOthers(element))) faults.push(element.outerHTML.slice(0, 300));
    }
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    for (const type of types) window.removeEventListener(type, stop, true);
    return faults;
  });
}

/** Lists the animations that are running. Of a page for a reader who has asked for no motion, there should be none. */
export function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect, playState }) => {
        const { duration, iterations } = effect?.getComputedTiming() ?? {};
        return playState === 'running' && Number(duration) * Number(iterations) > 1;
      })
      .map(
        ({ effect }) =>
          (effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 300) : '') ?? '',
      ),
  );
}
