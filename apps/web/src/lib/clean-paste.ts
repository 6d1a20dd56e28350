/** What each foreign element becomes; what is neither here nor dropped leaves its words only. From what the API takes. */
const BECOMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    p: 'p div section article main header footer address figcaption caption center pre td th dt dd tr',
    h2: 'h1 h2',
    h3: 'h3 h4 h5 h6',
    strong: 'strong b',
    em: 'em i cite dfn',
    u: 'u ins',
    s: 's strike del',
    a: 'a',
    ul: 'ul',
    ol: 'ol',
    li: 'li',
    blockquote: 'blockquote',
    br: 'br',
  }).flatMap(([tag, names]) => names.split(' ').map((name) => [name, tag])),
);

/** Code, styling, fields and pictures: nothing of them is words of a story. */
const DROPPED = new Set(
  (
    'script style head title meta link template noscript svg math iframe object embed canvas audio video picture ' +
    'img input select option textarea button xml xmp noembed noframes'
  ).split(' '),
);

const BLOCKS = new Set(['p', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote']);
const SAFE_HREF = /^(?:https?:\/\/|mailto:)/i;

/**
 * Cleans pasted markup in place: what web pages and word processors write becomes what a story may hold (p br strong
 * em u s a ul ol li h2 h3 blockquote), everything else loses its markup or goes. `data-list` and `ql-indent-N` of list
 * items stay: the editor keeps the kind and depth of its items there.
 *
 * @param body - parsed by DOMParser, so that nothing in it is loaded or run.
 */
export function cleanPaste(body: HTMLElement): void {
  const cleaned = [...body.childNodes].flatMap((node) => cleanNode(node, false));
  body.replaceChildren(...cleaned);
}

function cleanNode(node: Node, isInLink: boolean): Node[] {
  if (node.nodeType === Node.TEXT_NODE) return [node];
  if (!(node instanceof Element)) return [];
  const name = node.localName;
  if (DROPPED.has(name) || isHidden(node)) return [];
  const tag = BECOMES.get(name);
  const isLink = tag === 'a';
  const children = [...node.childNodes].flatMap((child) => cleanNode(child, isInLink || isLink));
  if (tag === 'br') return [document.createElement('br')];

  const made = tag === undefined || !mayStand(tag, node, children) ? children : [make(tag, node, children)];
  return withStyle(node, made, isInLink || isLink);
}

/** False where an element would be empty, would nest paragraphs, or says by its style that it is not what it is. */
function mayStand(tag: string, source: Element, children: Node[]): boolean {
  const { fontWeight } = styleOf(source);
  // Google Docs wraps a whole text in `<b style="font-weight:normal">`.
  if (tag === 'strong' && (fontWeight === 'normal' || fontWeight === '400')) return false;
  if (tag === 'a') return SAFE_HREF.test(source.getAttribute('href')?.trim() ?? '') && hasWords(children);
  const hasBlocks = children.some((child) => child instanceof Element && BLOCKS.has(child.localName));
  // A layout's boxes within boxes; lists hold items and items may hold lists.
  if (hasBlocks) return tag === 'ul' || tag === 'ol' || tag === 'li';
  return true;
}

function make(tag: string, source: Element, children: Node[]): HTMLElement {
  const element = document.createElement(tag);
  if (tag === 'a') element.setAttribute('href', source.getAttribute('href')?.trim() ?? '');
  if (tag === 'li') {
    const kind = source.getAttribute('data-list');
    if (kind !== null) element.setAttribute('data-list', kind);
    const indent = [...source.classList].find((one) => /^ql-indent-\d$/.test(one));
    if (indent !== undefined) element.className = indent;
  }
  element.append(...children);
  return element;
}

/** Word processors write weight, slant and lines as styles of spans. */
function withStyle(source: Element, made: Node[], isInLink: boolean): Node[] {
  const tag = source.localName;
  if ((tag !== 'span' && tag !== 'font') || !hasWords(made)) return made;
  const style = styleOf(source);
  const line = `${style.textDecoration} ${style.textDecorationLine}`;
  const wraps = [
    style.fontWeight === 'bold' || Number(style.fontWeight) >= 600 ? 'strong' : null,
    style.fontStyle === 'italic' || style.fontStyle === 'oblique' ? 'em' : null,
    // A link is underlined anyway.
    line.includes('underline') && !isInLink ? 'u' : null,
    line.includes('line-through') ? 's' : null,
  ];
  let inner = made;
  for (const wrap of wraps) {
    if (wrap === null) continue;
    const element = document.createElement(wrap);
    element.append(...inner);
    inner = [element];
  }
  return inner;
}

function isHidden(element: Element): boolean {
  const { display, visibility } = styleOf(element);
  return display === 'none' || visibility === 'hidden' || element.hasAttribute('hidden');
}

function styleOf(element: Element): Partial<CSSStyleDeclaration> {
  return element instanceof HTMLElement ? element.style : {};
}

function hasWords(nodes: Node[]): boolean {
  return nodes.some((node) => (node.textContent ?? '').trim() !== '');
}
