/** Attributes in jsdom's default stylesheet that decide whether an element is displayed. */
const ATTRIBUTES = ['hidden', 'open', 'type'];
/** Inherited properties that decide whether a user sees an element and can click it. */
const INHERITED = /visibility|pointer-events/;

function hasOwnStyle(element: Element): boolean {
  return element.hasAttribute('style') || element.hasAttribute('popover');
}

function inheritsStyle({ parentElement }: Element): boolean {
  for (let ancestor = parentElement; ancestor; ancestor = ancestor.parentElement) {
    if (INHERITED.test(ancestor.getAttribute('style') ?? '')) return true;
  }
  return false;
}

/** Creates a detached element with the same tag and `ATTRIBUTES`. */
function createTwin(element: Element): Element {
  const twin = document.createElement(element.localName);
  for (const name of ATTRIBUTES) {
    const value = element.getAttribute(name);
    if (value !== null) twin.setAttribute(name, value);
  }
  return twin;
}

/**
 * Makes `getComputedStyle` fast: queries by role call it for every element, and jsdom matches each rule of its default
 * stylesheet on each call. Tests load no stylesheet, so all elements with the same tag and `ATTRIBUTES` share a style
 * unless inline styles apply. Toasts add rules of their own below an inline `pointer-events`.
 */
export function shareComputedStyles(): void {
  const compute = window.getComputedStyle.bind(window);
  const shared = new Map<string, CSSStyleDeclaration>();
  window.getComputedStyle = (element, pseudoElement) => {
    const isStyled = hasOwnStyle(element) || inheritsStyle(element);
    if (pseudoElement || isStyled) return compute(element, pseudoElement);
    const key = [element.localName, ...ATTRIBUTES.map((name) => element.getAttribute(name))].join();
    const style = shared.get(key) ?? compute(createTwin(element));
    shared.set(key, style);
    return style;
  };
}
