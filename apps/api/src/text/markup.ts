import {
  FIGURE_TAGS,
  LINK_SCHEMES,
  NON_TEXT_TAGS,
  STORY_TAG_ALIASES,
  STORY_TAGS,
  toSafeHref,
} from '@safarnama/contracts';
import sanitizeHtml from 'sanitize-html';
import { createDepthLimit } from './depth-limit.js';
import { decodeEntities, isInlineTag, tokenizeMarkup } from './markup-tokens.js';
import { normalizeMarkup } from './normalize-markup.js';

/** Elements by which a text is recognized as markup, from the index of elements in the HTML standard. */
const KNOWN_TAG_NAMES =
  'a abbr address article aside audio b blockquote body button canvas caption center cite code dd del details div dl dt ' +
  'em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header html i iframe ins kbd label li main ' +
  'mark math nav object ol option p picture pre q s samp script section select small span strike strong style sub ' +
  'summary sup svg table tbody td template textarea tfoot th thead time title tr tt u ul var video';
const VOID_TAG_NAMES = 'area base br col embed hr img input link meta source track wbr';

const voidTags = new Set(VOID_TAG_NAMES.split(' '));
const knownTags = new Set(KNOWN_TAG_NAMES.split(' '));
const TAG = /<(\/?)([a-z][a-z0-9]*)(?:\s[^<>]*)?\/?>/gi;

/** Whether a text contains a complete element, closed or void. Any other `<` is text: "5 < 6" stays. */
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

/** Keeps `dir` and `lang` where they are well formed. */
function filterCommonAttributes({ dir, lang }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  return {
    ...(dir !== undefined && DIRECTIONS.has(dir) ? { dir } : {}),
    ...(lang !== undefined && LANGUAGE.test(lang) ? { lang } : {}),
  };
}

/**
 * Resolves styled elements: word processors write bold and italics as styles of a `span`, and Google Docs wraps a whole
 * text in `<b style="font-weight:normal">`.
 */
function resolveStyledTag(style: string | undefined, tag: string): string {
  const weight = /font-weight:\s*(\w+)/i.exec(style ?? '')?.[1]?.toLowerCase();
  if (tag !== 'span') return tag === 'strong' && (weight === 'normal' || weight === '400') ? 'span' : tag;
  if (weight === 'bold' || Number(weight) >= 600) return 'strong';
  return /font-style:\s*italic/i.test(style ?? '') ? 'em' : 'span';
}

/** Returns no attributes when the URL is not allowed. */
function filterLinkAttributes({ href: rawHref }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const href = rawHref === undefined ? null : toSafeHref(rawHref);
  return href === null ? {} : { href, rel: 'noopener nofollow ugc', target: '_blank' };
}

function filterListAttributes({ start }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  return start !== undefined && /^\d{1,6}$/.test(start) ? { start } : {};
}

/** Quill stores the list type and depth in attributes of each item; `normalizeMarkup` turns them into nested lists. */
function filterItemAttributes({
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
  ['a', filterLinkAttributes],
  ['ol', filterListAttributes],
  ['li', filterItemAttributes],
]);

/** A picture that a text may contain. */
interface MarkupPicture {
  key: string;
  width: number;
  height: number;
}
/** Finds the picture with this URL; null when the text may not contain it. */
export type FindPicture = (src: string) => MarkupPicture | null;

/**
 * In place of an element of which only the content is kept. It is allowed and removed afterwards: `sanitize-html` 2.17
 * fails to close the element that follows one that a transform has renamed to a disallowed one.
 */
const CONTENT_ONLY: sanitizeHtml.Tag = { tagName: 'span', attribs: {} };
const CONTENT_ONLY_TAG = /<\/?span[^>]*>/g;

/** Drops the picture when the text may not contain it. */
function transformImage(
  { src = '', alt = '' }: sanitizeHtml.Attributes,
  findPicture: FindPicture,
): sanitizeHtml.Tag {
  const picture = findPicture(src);
  if (!picture) return CONTENT_ONLY;
  return {
    tagName: 'img',
    attribs: {
      src: `/media/${picture.key}`,
      alt: normalizeCharacters(alt).replace(/\s+/g, ' ').trim(),
      width: String(picture.width),
      height: String(picture.height),
    },
  };
}

const isFigureTag = (name: string) => FIGURE_TAGS.some((tag) => tag === name);

/**
 * Handles all tags in one function: after a transform for one tag, `sanitize-html` would run the `*` transform on its
 * result.
 */
function transformTag(
  rawTagName: string,
  attribs: sanitizeHtml.Attributes,
  findPicture: FindPicture,
): sanitizeHtml.Tag {
  if (rawTagName === 'img') return transformImage(attribs, findPicture);
  if (isFigureTag(rawTagName)) return { tagName: rawTagName, attribs: {} };
  const { style } = attribs;
  const tagName = resolveStyledTag(style, STORY_TAG_ALIASES.get(rawTagName) ?? rawTagName);
  const tagAttributes = TAG_ATTRIBUTES.get(tagName)?.(attribs) ?? {};
  if (tagName === 'a' && !('href' in tagAttributes)) return CONTENT_ONLY;
  return { tagName, attribs: { ...filterCommonAttributes(attribs), ...tagAttributes } };
}

const buildOptions = (html: string, findPicture: FindPicture): sanitizeHtml.IOptions => ({
  ...createDepthLimit(html),
  allowedTags: [...STORY_TAGS, ...FIGURE_TAGS, CONTENT_ONLY.tagName],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    ol: ['start'],
    // Used and removed by `normalizeMarkup`.
    li: ['data-list', 'data-indent'],
    img: ['src', 'alt', 'width', 'height'],
    '*': ['dir', 'lang'],
  },
  allowedSchemes: [...LINK_SCHEMES],
  allowProtocolRelative: false,
  transformTags: { '*': (name, attribs) => transformTag(name, attribs, findPicture) },
  nonTextTags: [...NON_TEXT_TAGS],
  // No editor nests deeper; the limit bounds the work.
  nestingLimit: 30,
});

/** Normalizes as an HTML parser does: drops NUL and converts every line ending to `\n`. */
function normalizeCharacters(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '');
}

/**
 * Sanitizes markup by the allow-list and normalizes its structure (see `normalizeMarkup`). Non-breaking spaces become
 * plain ones; empty elements are removed. Idempotent: sanitizing or parsing the result by the HTML standard changes
 * nothing.
 *
 * @param findPicture - finds the pictures that the text may contain; without it, there are none.
 * @throws AppError 400 when the result is too long: a few kB of nested markup can expand to megabytes.
 */
export function sanitizeMarkup(html: string, findPicture: FindPicture = () => null): string {
  const sanitized = sanitizeHtml(html, buildOptions(html, findPicture)).replace(CONTENT_ONLY_TAG, '');
  return normalizeMarkup(normalizeCharacters(sanitized).replaceAll('\u00a0', ' '));
}

/**
 * Converts sanitized markup to plain text: a blank line between blocks, one line for each list item. Captions are
 * blocks; pictures without one are left out.
 *
 * @param sanitizedHtml - a result of `sanitizeMarkup`, which contains no other tags and entities.
 */
export function markupToText(sanitizedHtml: string): string {
  const lines: string[] = [];
  let line = '';
  /** Line breaks due before the next text: 1 starts a new line, 2 leave a blank line. */
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
      const content = decodeEntities(token.text.replace(/\s+/g, ' '));
      if (breaks > 0 && content.trim() !== '') endLine();
      line += breaks === 0 && line.endsWith(' ') ? content.trimStart() : content;
    } else if (token.kind === 'image' || isInlineTag(token.tag)) continue;
    else {
      const isList = token.tag === 'ul' || token.tag === 'ol';
      if (isList && token.kind === 'close') listDepth -= 1;
      // No blank lines between the items of a list.
      breaks = Math.max(breaks, listDepth > 0 || token.tag === 'li' ? 1 : 2);
      if (isList && token.kind === 'open') listDepth += 1;
    }
  }
  endLine();
  return lines.join('\n').trim();
}

/** Converts plain text to markup: a paragraph for each block, a `<br />` for each line break. */
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
