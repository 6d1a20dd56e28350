/** Elements that a story may have. The API sanitizes by this list; the web app renders and offers nothing else. */
export const STORY_TAGS = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'a',
  'ul',
  'ol',
  'li',
  'h2',
  'h3',
  'blockquote',
] as const;
export type StoryTag = (typeof STORY_TAGS)[number];

/**
 * Elements of a picture in the text. The API writes each picture as a block of its own, without `figcaption` where
 * there is no caption:
 * `<figure><img src="/media/KEY" alt="" width="4" height="3"><figcaption>Text</figcaption></figure>`.
 */
export const FIGURE_TAGS = ['figure', 'img', 'figcaption'] as const;

export function isStoryTag(name: string): name is StoryTag {
  return STORY_TAGS.some((tag) => tag === name);
}

/** Elements that editors and word processors write, and the story element that each becomes. */
export const STORY_TAG_ALIASES: ReadonlyMap<string, StoryTag> = /* @__PURE__ */ new Map<string, StoryTag>([
  ['b', 'strong'],
  ['i', 'em'],
  ['strike', 's'],
  ['del', 's'],
  ['ins', 'u'],
  ['h1', 'h2'],
  ['h4', 'h3'],
  ['h5', 'h3'],
  ['h6', 'h3'],
  ['div', 'p'],
  ['section', 'p'],
  ['article', 'p'],
  ['main', 'p'],
  ['header', 'p'],
  ['footer', 'p'],
  ['aside', 'p'],
  ['nav', 'p'],
  ['hgroup', 'p'],
  ['search', 'p'],
  ['details', 'p'],
  ['summary', 'p'],
  ['dialog', 'p'],
  ['form', 'p'],
  ['fieldset', 'p'],
  ['legend', 'p'],
  ['address', 'p'],
  ['figcaption', 'p'],
  ['caption', 'p'],
  ['center', 'p'],
  ['pre', 'p'],
  ['td', 'p'],
  ['th', 'p'],
  ['dt', 'p'],
  ['dd', 'p'],
  // An empty paragraph, which is removed: the line ends the paragraph before it.
  ['hr', 'p'],
]);

/** Elements whose content is code, styling or form fields: dropped together with their content. */
export const NON_TEXT_TAGS = [
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
] as const;

/** Schemes that a link may have. */
export const LINK_SCHEMES = ['http', 'https', 'mailto'] as const;

/** Longest URL of a link, in characters, as sent and as a browser resolves it. */
const MAX_HREF_LENGTH = 2_048;
/** Longest host name in the DNS. */
const MAX_HOST_LENGTH = 253;

/**
 * Whether a URL is short enough to be parsed: converting a host name to Punycode takes time quadratic in its length.
 * Ignores line breaks and tabs, and takes any slashes after the scheme, as URL parsers do.
 */
function isShortUrl(href: string): boolean {
  if (href.length > MAX_HREF_LENGTH) return false;
  const authority = /:[\\/]*([^\\/?#]*)/.exec(href.replace(/[\t\n\r]/g, ''))?.[1] ?? '';
  return authority.length - (authority.lastIndexOf('@') + 1) <= MAX_HOST_LENGTH;
}

/**
 * Checks the URL of a link.
 *
 * @param href - absolute.
 * @returns the URL as a browser resolves it; null when it is not valid, longer than 2,048 characters or with a host
 *   longer than 253, or its scheme is not allowed.
 */
export function toSafeHref(href: string): string | null {
  if (!isShortUrl(href) || !URL.canParse(href)) return null;
  const url = new URL(href);
  const isAllowed = LINK_SCHEMES.some((scheme) => url.protocol === `${scheme}:`);
  // Resolving encodes characters, which makes a URL longer: the result must be accepted when it is sent back.
  return isAllowed && isShortUrl(url.href) ? url.href : null;
}

const wordSegmenter = /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'word' });
/** Chunks of at most 2,000 characters that end at a space where there is one. */
const CHUNKS = /.{1,2000}(?:\s|$)|.{1,2000}/gu;

/** Counts the words of a plain text in any script. */
export function countWords(text: string): number {
  let count = 0;
  // The segmenter takes time quadratic in the length of its input on Node 20, hence the chunks.
  for (const line of text.split('\n')) {
    for (const chunk of line.match(CHUNKS) ?? []) {
      for (const { isWordLike } of wordSegmenter.segment(chunk)) if (isWordLike) count += 1;
    }
  }
  return count;
}

const WORDS_PER_MINUTE = 200;

/** Minutes that a text with this many words takes to read, at least 1. */
export function readingMinutes(wordCount: number): number {
  return Math.max(1, Math.round(wordCount / WORDS_PER_MINUTE));
}
