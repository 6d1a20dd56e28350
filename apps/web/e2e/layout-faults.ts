import type { Page } from '@playwright/test';
import { waitForAnimations } from './wait-for-animations.ts';

/** Tolerance for rounding. */
const TOLERANCE_PX = 1.5;

/**
 * Looks for text that is cut off, text outside of its button, controls that overlap and elements beyond the page.
 * Texts of users (`dir="auto"`) may be shortened.
 *
 * @returns a line for each fault.
 */
export function findLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(findFaults, TOLERANCE_PX);
}

/**
 * Shows the page from right to left and compares the positions of its elements.
 *
 * @returns a line for each element that is not mirrored. The page stays from right to left.
 */
export async function findUnmirrored(page: Page): Promise<string[]> {
  // The icon of a toast grows when it appears. The frames also let the browser choose the sizes of pictures.
  await waitForAnimations(page);
  await page.evaluate(waitForPictures);
  return page.evaluate(compareMirrored, TOLERANCE_PX);
}

/**
 * Runs in the page. After a change of the width, the browser loads pictures in another size, which may change their
 * boxes. It chooses the size in the next layout, so a frame must have passed since the change.
 */
async function waitForPictures(): Promise<void> {
  // Pictures that load lazily may stay outside of the viewport.
  const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy');
  // A picture that cannot be loaded is shown as missing, in its final size. A picture that never finishes loading is
  // waited for up to 10 s.
  await Promise.race([
    Promise.allSettled(pictures.map((picture) => picture.decode())),
    new Promise((resolve) => {
      setTimeout(resolve, 10_000);
    }),
  ]);
}

/** Runs in the page. */
function findFaults(tolerance: number): string[] {
  const CONTROLS =
    'a[href], button, input:not([type=file]), textarea, select, summary, [role=textbox], [role=option], [role=menuitem]';
  const { clientWidth, scrollWidth } = document.documentElement;
  const faults = new Set<string>();
  if (scrollWidth > clientWidth) faults.add(`the page is ${scrollWidth - clientWidth} px too wide`);

  const isVisible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  // Text for screen readers is one pixel wide.
  const isTiny = (element: Element) => {
    for (let each: Element | null = element; each; each = each.parentElement) {
      const { width, height } = each.getBoundingClientRect();
      if ((width <= 1 || height <= 1) && getComputedStyle(each).overflow !== 'visible') return true;
    }
    return false;
  };
  const describe = ({ outerHTML, textContent }: Element) =>
    `${textContent?.trim().slice(0, 30)} ${outerHTML.slice(0, 120)}`;

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!element || !/[\p{L}\p{N}]/u.test(text) || element.closest('[dir=auto], script, style, svg'))
      continue;
    if (!isVisible(element) || isTiny(element)) continue;
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      let isReachable = false;
      for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
        const { overflowX, position, textOverflow } = getComputedStyle(each);
        // Names of users and places may be shortened; a message of the pseudo-language only if its element has a
        // `title`.
        const isMessage = /[[\]\u0100-\u024F\u1E00-\u1EFF]/.test(text);
        const isShortened = textOverflow === 'ellipsis' && (!isMessage || each.hasAttribute('title'));
        if (isShortened || overflowX === 'auto' || overflowX === 'scroll') isReachable = true;
        if (overflowX === 'hidden' || overflowX === 'clip') {
          const { left, right } = each.getBoundingClientRect();
          if (!isReachable && (rect.left < left - tolerance || rect.right > right + tolerance))
            faults.add(`cut off: ${text.slice(0, 60)} in ${describe(each)}`);
        }
        if (position === 'fixed') break;
      }
      if (isReachable) continue;
      const button = element.closest('button, .button, [role=menuitem], [role=option]');
      const box = button?.getBoundingClientRect();
      if (box && (rect.left < box.left - tolerance || rect.right > box.right + tolerance))
        faults.add(`outside of its button: ${text.slice(0, 60)} in ${describe(button ?? element)}`);
      if (rect.left < -tolerance || rect.right > clientWidth + tolerance)
        faults.add(`beyond the page: ${text.slice(0, 60)} in ${describe(element)}`);
    }
  }

  // Positioned elements, such as a bar or a menu, may lie above other content.
  const layerOf = (element: Element): Element => {
    for (let each: Element = element; each.parentElement; each = each.parentElement)
      if (
        each.tagName === 'DIALOG' ||
        ['fixed', 'sticky', 'absolute'].includes(getComputedStyle(each).position)
      )
        return each;
    return document.body;
  };
  /** The parts of an element that no ancestor hides. */
  const visibleRects = (element: Element) => {
    let rects = [...element.getClientRects()];
    for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
      if (getComputedStyle(each).overflow === 'visible') continue;
      const { left, right, top, bottom } = each.getBoundingClientRect();
      rects = rects.flatMap((rect) => {
        const [x, y] = [Math.max(rect.left, left), Math.max(rect.top, top)];
        const [width, height] = [Math.min(rect.right, right) - x, Math.min(rect.bottom, bottom) - y];
        return width > 0 && height > 0 ? new DOMRect(x, y, width, height) : [];
      });
    }
    return rects;
  };
  const controls = [...document.querySelectorAll(CONTROLS)]
    .filter((element) => !element.closest('svg') && isVisible(element) && !isTiny(element))
    .map((element) => ({ element, layer: layerOf(element), rects: visibleRects(element) }));
  for (const [index, a] of controls.entries()) {
    for (const b of controls.slice(index + 1)) {
      if (a.layer !== b.layer || a.element.contains(b.element) || b.element.contains(a.element)) continue;
      const overlap = a.rects.some((one) =>
        b.rects.some(
          (other) =>
            Math.min(one.right, other.right) - Math.max(one.left, other.left) > tolerance &&
            Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > tolerance,
        ),
      );
      if (overlap) faults.add(`overlap: ${describe(a.element)} and ${describe(b.element)}`);
    }
  }
  return [...faults];
}

/** Runs in the page. */
async function compareMirrored(tolerance: number): Promise<string[]> {
  // Brackets and letters beside them take a little more or less space in the other direction.
  const maxWidthChange = 0.02;
  const { clientWidth } = document.documentElement;
  const elements = [...document.body.querySelectorAll('*')].filter((element) => {
    // A map, a picture and the text of a user have a direction of their own.
    if (element.closest('[dir=auto] *, [dir=ltr], iframe, svg *, [role=textbox] *, [data-unmirrored] *'))
      return false;
    return getComputedStyle(element).display !== 'inline' && element.checkVisibility();
  });
  const before = elements.map((element) => element.getBoundingClientRect());
  document.dir = 'rtl';
  // Lets scripts that place elements react to the new layout. A page may get no frame for a long time.
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
    setTimeout(resolve, 1_000);
  });
  const isUnmirrored = new Map(
    elements.map((element, index) => {
      const { left, right, width } = element.getBoundingClientRect();
      const old = before[index] ?? new DOMRect();
      // A toast may be removed between the two measurements.
      if (!element.isConnected) return [element, false];
      if (width === 0 || Math.abs(width - old.width) > Math.max(tolerance, maxWidthChange * old.width))
        return [element, width !== old.width];
      const endMoved = left - (clientWidth - old.right);
      const startMoved = right - (clientWidth - old.left);
      // A text that has become wider or narrower may be aligned to its start, its end or its middle.
      const moved = Math.min(...[startMoved, endMoved, (startMoved + endMoved) / 2].map(Math.abs));
      return [element, moved > tolerance && right > 0];
    }),
  );
  const hasFaultyParent = ({ parentElement }: Element) =>
    parentElement !== null && isUnmirrored.get(parentElement) === true;
  return [...isUnmirrored]
    .filter(([element, isFaulty]) => isFaulty && !hasFaultyParent(element))
    .map(([element]) => `not mirrored: ${element.outerHTML.slice(0, 160)}`);
}
