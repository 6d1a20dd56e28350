/** What each foreign element becomes; what is neither here nor dropped leaves its words only. From what the API takes. */
const TAG_REPLACEMENTS: ReadonlyMap<string, string> = new Map(
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
const DROPPED_TAGS = new Set(
  (
    'script style head title meta link template noscript svg math iframe object embed canvas audio video picture ' +
    'img input select option textarea button xml xmp noembed noframes'
  ).split(' '),
);

const BLOCK_TAGS = new Set(['p', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote']);
const SAFE_HREF = /^(?:https?:\/\/|mailto:)/i;

/**
 * Cleans pasted markup in place: what web pages and word processors write becomes what a story may hold (p br strong
 * em u s a ul ol li h2 h3 blockquote), everything else loses its markup or goes. `data-list` and `ql-indent-N` of list
 * items stay: the editor keeps the kind and depth of its items there.
 *
 * @param body - parsed by DOMParser, so that nothing in it is loaded or run.
 */
export function sanitizePaste(body: HTMLElement): void {
  const sanitized = [...body.childNodes].flatMap((node) => sanitizeNode(node, false));
  body.replaceChildren(...sanitized);
}

function sanitizeNode(node: Node, isInLink: boolean): Node[] {
  if (node.nodeType === Node.TEXT_NODE) return [node];
  if (!(node instanceof Element)) return [];
  const name = node.localName;
  if (DROPPED_TAGS.has(name) || isHidden(node)) return [];
  const tag = TAG_REPLACEMENTS.get(name);
  const isLink = tag === 'a';
  const children = [...node.childNodes].flatMap((child) => sanitizeNode(child, isInLink || isLink));
  if (tag === 'br') return [document.createElement('br')];

  const converted =
    tag === undefined || !isTagAllowed(tag, node, children)
      ? children
      : [createReplacement(tag, node, children)];
  return applyInlineStyle(node, converted, isInLink || isLink);
}

/** False where an element would be empty, would nest paragraphs, or says by its style that it is not what it is. */
function isTagAllowed(tag: string, source: Element, children: Node[]): boolean {
  const { fontWeight } = styleOf(source);
  // Google Docs wraps a whole text in `<b style="font-weight:normal">`.
  if (tag === 'strong' && (fontWeight === 'normal' || fontWeight === '400')) return false;
  if (tag === 'a') return SAFE_HREF.test(source.getAttribute('href')?.trim() ?? '') && hasText(children);
  const hasBlocks = children.some((child) => child instanceof Element && BLOCK_TAGS.has(child.localName));
  // A layout's boxes within boxes; lists hold items and items may hold lists.
  if (hasBlocks) return tag === 'ul' || tag === 'ol' || tag === 'li';
  return true;
}

function createReplacement(tag: string, source: Element, children: Node[]): HTMLElement {
  const element = document.createElement(tag);
  if (tag === 'a') element.setAttribute('href', source.getAttribute('href')?.trim() ?? '');
  if (tag === 'li') {
    const kind = source.getAttribute('data-list');
    if (kind !== null) element.setAttribute('data-list', kind);
    const indent = [...source.classList].find((className) => /^ql-indent-\d$/.test(className));
    if (indent !== undefined) element.className = indent;
  }
  element.append(...children);
  return element;
}

/** Word processors write weight, slant and lines as styles of spans. */
function applyInlineStyle(source: Element, converted: Node[], isInLink: boolean): Node[] {
  const tag = source.localName;
  if ((tag !== 'span' && tag !== 'font') || !hasText(converted)) return converted;
  const style = styleOf(source);
  const decoration = `${style.textDecoration} ${style.textDecorationLine}`;
  const wrapTags = [
    style.fontWeight === 'bold' || Number(style.fontWeight) >= 600 ? 'strong' : null,
    style.fontStyle === 'italic' || style.fontStyle === 'oblique' ? 'em' : null,
    // A link is underlined anyway.
    decoration.includes('underline') && !isInLink ? 'u' : null,
    decoration.includes('line-through') ? 's' : null,
  ];
  let wrapped = converted;
  for (const wrapTag of wrapTags) {
    if (wrapTag === null) continue;
    const element = document.createElement(wrapTag);
    element.append(...wrapped);
    wrapped = [element];
  }
  return wrapped;
}

function isHidden(element: Element): boolean {
  const { display, visibility } = styleOf(element);
  return display === 'none' || visibility === 'hidden' || element.hasAttribute('hidden');
}

function styleOf(element: Element): Partial<CSSStyleDeclaration> {
  return element instanceof HTMLElement ? element.style : {};
}

function hasText(nodes: Node[]): boolean {
  return nodes.some((node) => (node.textContent ?? '').trim() !== '');
}
