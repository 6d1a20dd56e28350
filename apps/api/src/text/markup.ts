import sanitizeHtml from 'sanitize-html';
import { INLINE_TAGS, normalizeMarkup, tokenizeMarkup } from './normalize-markup.js';

/** What a story may hold; the web renders these and nothing else. */
const ALLOWED_TAGS = ['p', 'br', 'strong', 'em', 'u', 's', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote'];
const LINK_SCHEMES = ['http', 'https', 'mailto'];

/** Other names of what is allowed, as editors and word processors write them. */
const TAG_ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    strong: 'b',
    em: 'i',
    s: 'strike del',
    u: 'ins',
    h2: 'h1',
    h3: 'h4 h5 h6',
    p: 'div section article main header footer address figcaption caption center pre td th dt dd',
  }).flatMap(([tag, others]) => others.split(' ').map((other) => [other, tag])),
);

/** Elements by which a text is taken for markup. From the HTML standard's index of elements. */
const KNOWN_TAG_NAMES =
  'a abbr address article aside audio b blockquote body button canvas caption center cite code dd del details div dl dt ' +
  'em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header html i iframe ins kbd label li main ' +
  'mark math nav object ol option p picture pre q s samp script section select small span strike strong style sub ' +
  'summary sup svg table tbody td template textarea tfoot th thead time title tr tt u ul var video';
const VOID_TAG_NAMES = 'area base br col embed hr img input link meta source track wbr';

const voidTags = new Set(VOID_TAG_NAMES.split(' '));
const knownTags = new Set(KNOWN_TAG_NAMES.split(' '));
const TAG = /<(\/?)([a-z][a-z0-9]*)(?:\s[^<>]*)?\/?>/gi;

/** True when a text holds a complete element, closed or void. Any other `<` is text: "5 < 6" stays. */
export function looksLikeMarkup(text: string): boolean {
  const opened = new Set<string>();
  for (const [, slash, rawTag = ''] of text.matchAll(TAG)) {
    const tag = rawTag.toLowerCase();
    if (voidTags.has(tag) && slash === '') return true;
    if (slash === '/' && opened.has(tag)) return true;
    if (slash === '' && knownTags.has(tag)) opened.add(tag);
  }
  return false;
}

const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;
const DIRECTIONS = new Set(['ltr', 'rtl', 'auto']);

/** `dir` and `lang` where they are well formed. */
function commonAttributes({ dir, lang }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  return {
    ...(dir !== undefined && DIRECTIONS.has(dir) ? { dir } : {}),
    ...(lang !== undefined && LANGUAGE.test(lang) ? { lang } : {}),
  };
}

/** An address as a browser would open it, where its scheme is allowed; else null. */
function safeHref(href: string | undefined): string | null {
  if (href === undefined || !URL.canParse(href)) return null;
  const url = new URL(href);
  return LINK_SCHEMES.includes(url.protocol.slice(0, -1)) ? url.href : null;
}

/** Word processors write weight and slant as styles: also `<b style="font-weight:normal">` around a whole text. */
function resolveStyledTag(style: string | undefined, tag: string): string {
  const weight = /font-weight:\s*(\w+)/i.exec(style ?? '')?.[1]?.toLowerCase();
  if (tag !== 'span') return tag === 'strong' && (weight === 'normal' || weight === '400') ? 'span' : tag;
  if (weight === 'bold' || Number(weight) >= 600) return 'strong';
  return /font-style:\s*italic/i.test(style ?? '') ? 'em' : 'span';
}

/** Empty where the address is not allowed. */
function linkAttributes({ href: rawHref }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const href = safeHref(rawHref);
  return href === null ? {} : { href, rel: 'noopener nofollow ugc', target: '_blank' };
}

function orderedListAttributes({ start }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  return start !== undefined && /^\d{1,6}$/.test(start) ? { start } : {};
}

/** Quill keeps the kind and the depth of an item beside it; `tidyMarkup` makes lists of them. */
function itemAttributes({
  'data-list': kind,
  class: classes = '',
}: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const indent = /(?:^|\s)ql-indent-(\d)(?:\s|$)/.exec(classes)?.[1];
  return {
    ...(kind !== undefined && /^[a-z]{1,20}$/.test(kind) ? { 'data-list': kind } : {}),
    ...(indent === undefined ? {} : { 'data-indent': indent }),
  };
}

const TAG_ATTRIBUTES = new Map([
  ['a', linkAttributes],
  ['ol', orderedListAttributes],
  ['li', itemAttributes],
]);

/** One for all tags: `sanitize-html` would run a common one after that of a tag, over its result. */
function transformTag(rawTagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const { style } = attribs;
  const tagName = resolveStyledTag(style, TAG_ALIASES.get(rawTagName) ?? rawTagName);
  const tagAttributes = TAG_ATTRIBUTES.get(tagName)?.(attribs) ?? {};
  // A link without an allowed address keeps its words only: `span` is not in the allow-list.
  if (tagName === 'a' && !('href' in tagAttributes)) return { tagName: 'span', attribs: {} };
  return { tagName, attribs: { ...commonAttributes(attribs), ...tagAttributes } };
}

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED_TAGS,
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    ol: ['start'],
    // For `tidyMarkup`, which takes them away.
    li: ['data-list', 'data-indent'],
    '*': ['dir', 'lang'],
  },
  allowedSchemes: LINK_SCHEMES,
  allowProtocolRelative: false,
  transformTags: { '*': transformTag },
  // What these hold is code or styling, not words.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'title',
    'head',
    'svg',
    'math',
    'iframe',
    'xmp',
    'xml',
    'noembed',
    'noframes',
  ],
  // Deeper nesting is no story; it only costs.
  nestingLimit: 30,
};

/** What no parser of HTML keeps: it drops NUL, and takes each kind of line end for `\n`. */
function normalizeCharacters(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '');
}

/**
 * Cleans markup by the allow-list and tidies it (see `tidyMarkup`). Editors' non-breaking spaces become plain ones;
 * what holds nothing goes. Cleaning twice gives the same as cleaning once, and so does reading it by the HTML standard.
 *
 * @throws AppError 400 for the few kB that unfold into megabytes.
 */
export function sanitizeMarkup(html: string): string {
  return normalizeMarkup(normalizeCharacters(sanitizeHtml(html, OPTIONS)).replaceAll('\u00a0', ' '));
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/**
 * The words of cleaned markup: a blank line between blocks, a line for each list item.
 *
 * @param sanitizedHtml - what `cleanMarkup` gave; it leaves no other tags and entities than these.
 */
export function markupToText(sanitizedHtml: string): string {
  const lines: string[] = [];
  let line = '';
  /** Line ends before the next word: 1 for a new line, 2 for a blank line before it. */
  let breaks = 0;
  let listDepth = 0;
  function endLine() {
    if (line.trim() !== '') lines.push(line.trim());
    if (breaks === 2 && lines.length > 0) lines.push('');
    line = '';
    breaks = 0;
  }
  for (const token of tokenizeMarkup(sanitizedHtml)) {
    if (token.kind === 'break') breaks = Math.min(breaks + 1, 2);
    else if (token.kind === 'text') {
      const content = token.text
        .replace(/\s+/g, ' ')
        .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ENTITIES[name] ?? '');
      if (breaks > 0 && content.trim() !== '') endLine();
      line += breaks === 0 && line.endsWith(' ') ? content.trimStart() : content;
    } else if (INLINE_TAGS.has(token.tag)) continue;
    else {
      const isList = token.tag === 'ul' || token.tag === 'ol';
      if (isList && token.kind === 'close') listDepth -= 1;
      // Lines of a list follow each other.
      breaks = Math.max(breaks, listDepth > 0 || token.tag === 'li' ? 1 : 2);
      if (isList && token.kind === 'open') listDepth += 1;
    }
  }
  endLine();
  return lines.join('\n').trim();
}

/** Markup for plain text: a paragraph for each block, a line break for each line. */
export function textToMarkup(text: string): string {
  const escaped = normalizeCharacters(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
  return escaped
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((block) => `<p>${block.replaceAll('\n', '<br />')}</p>`)
    .join('');
}
