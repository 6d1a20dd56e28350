import {
  isStoryTag,
  NON_TEXT_TAGS,
  STORY_TAG_ALIASES,
  type StoryTag,
  toSafeHref,
} from '@safarnama/contracts';
import { isEmojiOnly } from '../../../lib/emoji.ts';
import { createFigureElements, EMPTY_FIGURE, type Figure, parseFigure } from './figure.ts';
import { convertInlineElements } from './inline-text.ts';
import { findShownLineBreaks } from './shown-line-breaks.ts';
import { convertTables } from './table-lines.ts';

/** Aliases that occur only in pasted markup. */
const PASTE_ALIASES: ReadonlyMap<string, StoryTag> = new Map([
  ['cite', 'em'],
  ['dfn', 'em'],
]);

/** Code, styling, form fields and media: removed with their content. */
const DROPPED_TAGS: ReadonlySet<string> = new Set([
  ...NON_TEXT_TAGS,
  ...['meta', 'link', 'object', 'embed', 'canvas', 'audio', 'video'],
  ...['input', 'select', 'button'],
]);

const BLOCK_TAGS = new Set(['p', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'figure']);

const LIST_TAGS = new Set(['ul', 'ol', 'li']);

const INLINE_FORMAT_TAGS = new Set(['strong', 'em', 'u', 's']);

/**
 * Elements that may contain blocks: lists, and formats. The editor applies a quote or heading to each line in it,
 * except to a list or heading.
 */
const CONTAINER_TAGS = new Set([...LIST_TAGS, 'blockquote', 'h2', 'h3', ...INLINE_FORMAT_TAGS]);

/** Where the editor stores the number of a list's first item, at that item: it has no attributes of lists. */
export const START_ATTRIBUTE = 'data-start';

/** Inline elements whose style is converted. */
const STYLED_TAGS = new Set(['span', 'font', ...INLINE_FORMAT_TAGS]);

/** Values of `white-space` and `white-space-collapse` that show line breaks. */
const PRESERVED_BREAKS = /^(?:pre(?!serve-spaces)|break-spaces)/;

/** Smaller pictures are tracking pixels. */
const MIN_PICTURE_PX = 3;

/** Recognizes and uploads pasted pictures. */
export interface PastedPictures {
  /** Whether a picture belongs to this story or to an upload of this form. */
  isKnown: (figure: Figure) => boolean;
  /**
   * Uploads a picture embedded in the markup (`data:`) or held by this browser (`blob:`).
   *
   * @returns the id of the upload; null when it is refused.
   */
  upload: (url: string) => string | null;
}

/**
 * Sanitizes pasted markup in place: converts the elements of web pages and word processors to those a story may have,
 * and unwraps or removes all others. List items keep `data-list`, `ql-indent-N` and `data-start`, where the editor stores
 * the kind and depth of an item, and the number of the first one.
 *
 * @param body - parsed by DOMParser, so that none of it is loaded or run.
 * @param plainText - the same paste as plain text; empty for none.
 * @returns whether a table was replaced by lines of text, and how many pictures were omitted.
 */
export function sanitizePaste(
  body: HTMLElement,
  pictures: PastedPictures,
  plainText = '',
): { hasTable: boolean; omittedPictures: number } {
  convertEmoji(body);
  const hasTable = convertTables(body);
  const shownLineBreaks = findShownLineBreaks(body, plainText);
  convertInlineElements(body);
  let omittedPictures = 0;
  const sanitizePicture: SanitizePicture = (node) => {
    const figure = readPicture(node, pictures);
    if (figure === 'elsewhere') omittedPictures += 1;
    return typeof figure === 'object' ? createFigureElements(figure) : [];
  };
  const context = { sanitizePicture, shownLineBreaks };
  const sanitized = [...body.childNodes].flatMap((node) => sanitizeNode(node, false, context));
  body.replaceChildren(...sanitized);
  return { hasTable, omittedPictures };
}

type SanitizePicture = (node: Element) => Node[];

interface PasteContext {
  sanitizePicture: SanitizePicture;
  /** See `findShownLineBreaks`. */
  shownLineBreaks: ReadonlySet<Node>;
}

/** Replaces the pictures as which mail and chat services show emoji, so that they are part of the text beside them. */
function convertEmoji(body: HTMLElement): void {
  for (const image of body.querySelectorAll('img')) {
    const isInText = image.closest('figure') === null && !isHidden(image);
    if (isInText && isEmojiOnly(image.alt)) image.replaceWith(image.alt);
  }
}

/**
 * Reads the picture of a `figure` or `img`: `elsewhere` for a picture that this form cannot use, `none` for a tracking
 * pixel, a checkbox or an element without a picture.
 */
function readPicture(node: Element, pictures: PastedPictures): Figure | 'elsewhere' | 'none' {
  const isFigure = node.localName === 'figure';
  const image = isFigure ? node.querySelector('img') : node;
  if (!image) return 'none';
  const wrapper = isFigure ? node : wrap(image);
  const figure = parseFigure(wrapper);
  if (figure !== null && pictures.isKnown(figure)) return figure;
  if (isTrackingPixel(image) || isCheckbox(image)) return 'none';
  const src = image.getAttribute('src') ?? '';
  const upload = /^(?:data:image|blob:)/i.test(src) ? pictures.upload(src) : null;
  if (upload !== null) {
    const { alt, caption } = parseFigure(wrap(wrapper, upload)) ?? EMPTY_FIGURE;
    return { ...EMPTY_FIGURE, upload, alt, caption };
  }
  return src === '' && figure === null ? 'none' : 'elsewhere';
}

function isTrackingPixel(image: Element): boolean {
  return ['width', 'height'].some(
    (name) => Number.parseInt(image.getAttribute(name) ?? '', 10) < MIN_PICTURE_PX,
  );
}

/** Google Docs draws the boxes of a checklist as pictures. */
function isCheckbox(image: Element): boolean {
  return image.getAttribute('aria-roledescription') === 'checkbox';
}

/** Wraps a copy of the element in a `figure`, as `parseFigure` expects it. */
function wrap(element: Element, upload = ''): Element {
  const figure = element.ownerDocument.createElement('figure');
  figure.setAttribute('data-upload', upload);
  figure.append(element.cloneNode(true));
  return figure;
}

function sanitizeNode(node: Node, isInLink: boolean, context: PasteContext): Node[] {
  if (node instanceof Text) return keepsLineBreaks(node, context) ? splitLines(node) : [node];
  if (!(node instanceof Element)) return [];
  const name = node.localName;
  if ((DROPPED_TAGS.has(name) && !isHeadingButton(node)) || isHidden(node)) return [];
  if (name === 'img') return context.sanitizePicture(node);
  if (name === 'figure' && node.querySelectorAll('img').length === 1) {
    const picture = context.sanitizePicture(node);
    if (picture.length > 0) return picture;
    for (const image of node.querySelectorAll('img')) image.remove();
  }
  const tag = findStoryTag(node);
  const isLink = tag === 'a';
  const children = [...node.childNodes].flatMap((child) => sanitizeNode(child, isInLink || isLink, context));
  if (tag === 'br') return [document.createElement('br')];

  const converted = tag === undefined ? children : convert(tag, node, children);
  return applyInlineStyle(node, tag ?? name, converted, isInLink || isLink);
}

function convert(tag: StoryTag, source: Element, children: Node[]): Node[] {
  if (!isTagAllowed(tag, source, children)) return children;
  if (!children.some(isBlock) || LIST_TAGS.has(tag)) return [createReplacement(tag, source, children)];
  return formatBlocks(tag, children);
}

/** Whether an element is a button with the whole text of a heading, which shows or hides the section below it. */
function isHeadingButton(element: Element): boolean {
  if (element.localName !== 'button') return false;
  const heading = element.closest('h1, h2, h3, h4, h5, h6');
  return heading !== null && heading.textContent.trim() === element.textContent.trim();
}

/** The tag of a story that an element becomes, if there is one. */
function findStoryTag(element: Element): StoryTag | undefined {
  const name = element.localName;
  const level = element.getAttribute('aria-level');
  // Word for the web writes headings so.
  if (element.getAttribute('role') === 'heading' && level !== null) return Number(level) <= 2 ? 'h2' : 'h3';
  return isStoryTag(name) ? name : (STORY_TAG_ALIASES.get(name) ?? PASTE_ALIASES.get(name));
}

/**
 * False for a link that has no text or no safe address or contains a picture, for an element that would nest blocks,
 * and for bold that its own style turns off.
 */
function isTagAllowed(tag: string, source: Element, children: Node[]): boolean {
  const { fontWeight } = styleOf(source);
  // Google Docs wraps a whole text in `<b style="font-weight:normal">`.
  if (tag === 'strong' && (fontWeight === 'normal' || fontWeight === '400')) return false;
  if (tag === 'a') {
    const hasPicture = children.some((child) => child instanceof Element && child.localName === 'figure');
    return !hasPicture && toSafeHref(source.getAttribute('href') ?? '') !== null && hasText(children);
  }
  // Unwraps nested layout boxes.
  return !children.some(isBlock) || CONTAINER_TAGS.has(tag);
}

function isBlock(node: Node): node is Element {
  return node instanceof Element && BLOCK_TAGS.has(node.localName);
}

/**
 * Formats nodes, some of which may be blocks, except pictures: the editor would show an empty line with the format
 * after a picture. An inline format is put into the blocks: around one, the editor would give it to the end of the
 * line, too, and add an empty line to the paste.
 */
function formatBlocks(tag: string, nodes: Node[]): Node[] {
  const formatted: Node[] = [];
  let run: Element | null = null;
  for (const node of nodes) {
    const isPicture = node instanceof Element && node.localName === 'figure';
    if (isPicture || (isBlock(node) && INLINE_FORMAT_TAGS.has(tag))) {
      if (!isPicture) node.replaceChildren(...formatBlocks(tag, [...node.childNodes]));
      formatted.push(node);
      run = null;
    } else if (run === null && !isBlock(node) && !hasText([node])) {
      formatted.push(node);
    } else {
      if (run === null) {
        run = document.createElement(tag);
        formatted.push(run);
      }
      run.append(node);
    }
  }
  return formatted;
}

function createReplacement(tag: string, source: Element, children: Node[]): HTMLElement {
  const element = document.createElement(tag);
  if (tag === 'a') element.setAttribute('href', source.getAttribute('href')?.trim() ?? '');
  if (tag === 'li') {
    const kind = source.getAttribute('data-list');
    if (kind !== null) element.setAttribute('data-list', kind);
    copyStart(source, START_ATTRIBUTE, element);
    const indent = findIndent(source);
    if (indent !== undefined) element.className = indent;
  }
  element.append(...children);
  if (tag === 'ol') copyStart(source, 'start', element.querySelector('li'));
  return element;
}

/** Copies the number of a list's first item to that item. @param name - of the attribute of `source` that has it. */
function copyStart(source: Element, name: string, item: Element | null): void {
  const start = source.getAttribute(name) ?? '';
  if (start !== '1' && /^\d{1,6}$/.test(start)) item?.setAttribute(START_ATTRIBUTE, start);
}

/** The class of an item's depth, which Word for the web writes as a level, with each item in a list of its own. */
function findIndent(item: Element): string | undefined {
  const level = item.getAttribute('data-aria-level') ?? '';
  if (/^[2-9]$/.test(level)) return `ql-indent-${Number(level) - 1}`;
  return [...item.classList].find((className) => /^ql-indent-\d$/.test(className));
}

/**
 * Converts bold, italic, underline and strikethrough styles: those of spans, as word processors write them, and those
 * of elements such as `strong` that have one of the other styles.
 *
 * @param tag - the tag of a story that `source` becomes or, if there is none, its own.
 */
function applyInlineStyle(source: Element, tag: string, converted: Node[], isInLink: boolean): Node[] {
  if (!STYLED_TAGS.has(tag) || !hasText(converted)) return converted;
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
    if (wrapTag !== null && wrapTag !== tag) wrapped = formatBlocks(wrapTag, wrapped);
  }
  return wrapped;
}

/**
 * Whether the line breaks of a text are shown, by its nearest `white-space` style, which Chrome copies as an inline
 * style, or else by the plain text of the paste.
 */
function keepsLineBreaks(text: Text, { shownLineBreaks }: PasteContext): boolean {
  if (isBetweenBlocks(text)) return false;
  const source = text.parentElement?.closest('pre, [style*="white-space"]');
  if (!source) return shownLineBreaks.has(text);
  const { whiteSpace, whiteSpaceCollapse } = styleOf(source);
  const value = whiteSpace || whiteSpaceCollapse || (source.localName === 'pre' ? 'pre' : '');
  return PRESERVED_BREAKS.test(value);
}

/** Whether a text is only the white space in a list or table, or before or after a block. */
function isBetweenBlocks(text: Text): boolean {
  if (text.data.trim() !== '') return false;
  if (text.parentElement?.matches('ul, ol, table, colgroup, thead, tbody, tfoot, tr')) return true;
  return [findSibling(text, 'previousSibling'), findSibling(text, 'nextSibling')].some(
    (node) =>
      node instanceof Element && (node.localName === 'table' || BLOCK_TAGS.has(findStoryTag(node) ?? '')),
  );
}

/** The next node in a direction that is not a comment. */
function findSibling(node: Node, direction: 'previousSibling' | 'nextSibling'): Node | null {
  let sibling = node[direction];
  while (sibling instanceof Comment) sibling = sibling[direction];
  return sibling;
}

/** Puts a `br` in place of each line break. */
function splitLines({ data }: Text): Node[] {
  return data
    .split('\n')
    .flatMap((line, i) => [
      ...(i === 0 ? [] : [document.createElement('br')]),
      document.createTextNode(line),
    ]);
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
