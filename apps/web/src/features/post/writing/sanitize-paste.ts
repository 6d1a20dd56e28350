import {
  isStoryTag,
  NON_TEXT_TAGS,
  STORY_TAG_ALIASES,
  type StoryTag,
  toSafeHref,
} from '@safarnama/contracts';
import { convertTables } from './table-lines.ts';

/** Aliases that occur only in pasted markup. */
const PASTE_ALIASES: ReadonlyMap<string, StoryTag> = new Map([
  ['cite', 'em'],
  ['dfn', 'em'],
]);

/** Code, styling, form fields and media: removed with their content. */
const DROPPED_TAGS: ReadonlySet<string> = new Set([
  ...NON_TEXT_TAGS,
  ...['meta', 'link', 'object', 'embed', 'canvas', 'audio', 'video', 'picture', 'img'],
  ...['input', 'select', 'button'],
]);

const BLOCK_TAGS = new Set(['p', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote']);

/**
 * Sanitizes pasted markup in place: converts the elements of web pages and word processors to those a story may have,
 * and unwraps or removes all others. List items keep `data-list` and `ql-indent-N`, where the editor stores the kind
 * and depth of an item.
 *
 * @param body - parsed by DOMParser, so that none of it is loaded or run.
 * @returns whether a table was replaced by lines of text.
 */
export function sanitizePaste(body: HTMLElement): { hasTable: boolean } {
  const hasTable = convertTables(body);
  const sanitized = [...body.childNodes].flatMap((node) => sanitizeNode(node, false));
  body.replaceChildren(...sanitized);
  return { hasTable };
}

function sanitizeNode(node: Node, isInLink: boolean): Node[] {
  if (node.nodeType === Node.TEXT_NODE) return [node];
  if (!(node instanceof Element)) return [];
  const name = node.localName;
  if (DROPPED_TAGS.has(name) || isHidden(node)) return [];
  const tag = isStoryTag(name) ? name : (STORY_TAG_ALIASES.get(name) ?? PASTE_ALIASES.get(name));
  const isLink = tag === 'a';
  const children = [...node.childNodes].flatMap((child) => sanitizeNode(child, isInLink || isLink));
  if (tag === 'br') return [document.createElement('br')];

  const converted =
    tag === undefined || !isTagAllowed(tag, node, children)
      ? children
      : [createReplacement(tag, node, children)];
  return applyInlineStyle(node, converted, isInLink || isLink);
}

/** False where the element would be empty, would nest blocks, or is overridden by its own style. */
function isTagAllowed(tag: string, source: Element, children: Node[]): boolean {
  const { fontWeight } = styleOf(source);
  // Google Docs wraps a whole text in `<b style="font-weight:normal">`.
  if (tag === 'strong' && (fontWeight === 'normal' || fontWeight === '400')) return false;
  if (tag === 'a') return toSafeHref(source.getAttribute('href') ?? '') !== null && hasText(children);
  const hasBlocks = children.some((child) => child instanceof Element && BLOCK_TAGS.has(child.localName));
  // Unwraps nested layout boxes; only lists and their items may contain blocks.
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

/** Converts bold, italic, underline and strikethrough styles of spans, as word processors write them. */
function applyInlineStyle(source: Element, converted: Node[], isInLink: boolean): Node[] {
  const tag = source.localName;
  if ((tag !== 'span' && tag !== 'font') || !hasText(converted)) return converted;
  const style = styleOf(source);
  const decoration = `${style.textDecoration} ${style.textDecorationLine}`;
  const wrapTags = [
    style.fontWeight === 'bold' || Number(style.fontWeight) >= 600 ? 'strong' : null,
    style.fontStyle === 'italic' || style.fontStyle === 'oblique' ? 'em' : null,
    // Links are underlined already.
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
