/*
 * Replaces slow functions of jsdom that queries by role and by label call for many elements. This happens on import,
 * which test files of a worker share like its jsdom: a function called for each file would add a layer each time.
 */

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
 * jsdom matches each rule of its default stylesheet on each call. Tests load no stylesheet, so elements with the same
 * tag and `ATTRIBUTES` have the same style unless inline styles apply. Only toasts add a stylesheet; it affects only
 * elements below an inline `pointer-events` style.
 */
function cacheComputedStyles(): void {
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

const LABELABLE_ELEMENTS = [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
];

/** https://html.spec.whatwg.org/multipage/forms.html#the-label-element */
function isLabelOf(label: HTMLLabelElement, element: HTMLElement): boolean {
  if (label.hasAttribute('for')) {
    return label.htmlFor === element.id && document.getElementById(element.id) === element;
  }
  return label.contains(element) && label.control === element;
}

/** For the labels of each button and field, jsdom searches the whole document for the control of each label. */
function speedUpLabels(): void {
  for (const { prototype } of LABELABLE_ELEMENTS) {
    const getLabels = Object.getOwnPropertyDescriptor(prototype, 'labels')?.get;
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: HTMLElement) {
        const isHidden = this instanceof HTMLInputElement && this.type === 'hidden';
        if (isHidden || this.getRootNode() !== document) return getLabels?.call(this);
        return [...document.getElementsByTagName('label')].filter((label) => isLabelOf(label, this));
      },
    });
  }
}

cacheComputedStyles();
speedUpLabels();
