/** Attributes in jsdom's default stylesheet that decide whether an element is displayed. */
const ATTRIBUTES = ['hidden', 'open', 'type'];
/** Inherited properties that decide whether a user can see and click an element. */
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
function createDetachedCopy(element: Element): Element {
  const copy = document.createElement(element.localName);
  for (const name of ATTRIBUTES) {
    const value = element.getAttribute(name);
    if (value !== null) copy.setAttribute(name, value);
  }
  return copy;
}

/**
 * Makes `getComputedStyle` fast: queries by role call it for every element, and jsdom matches each rule of its default
 * stylesheet on each call. Tests load no stylesheet, so elements with the same tag and `ATTRIBUTES` have the same style
 * unless inline styles apply. Only toasts add a stylesheet; it affects only elements below an inline `pointer-events`
 * style.
 */
export function cacheComputedStyles(): void {
  const compute = window.getComputedStyle.bind(window);
  const cache = new Map<string, CSSStyleDeclaration>();
  window.getComputedStyle = (element, pseudoElement) => {
    const isStyled = hasOwnStyle(element) || inheritsStyle(element);
    if (pseudoElement || isStyled) return compute(element, pseudoElement);
    // JSON distinguishes an empty attribute, such as `open` on a dialog, from a missing attribute.
    const key = JSON.stringify([element.localName, ...ATTRIBUTES.map((name) => element.getAttribute(name))]);
    const style = cache.get(key) ?? compute(createDetachedCopy(element));
    cache.set(key, style);
    return style;
  };
}
