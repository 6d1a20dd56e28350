/** Lists the page's content and the elements in it that match a selector and precede a button or contain it. */
export function listBefore(button: HTMLElement, selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`#main,#main :is(${selector})`)].filter(
    (element) => element.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}

/** Focuses the last of the elements that is still in the page and visible, without scrolling. */
export function focusLast(elements: readonly HTMLElement[]): void {
  elements.findLast((element) => {
    // Headings are not focusable by themselves.
    if (element.matches('h2,h3')) element.tabIndex = -1;
    element.focus({ preventScroll: true });
    return element === document.activeElement;
  });
}
