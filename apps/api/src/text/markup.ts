import sanitizeHtml from 'sanitize-html';

/** What a story may hold; the web renders these and nothing else. */
const ALLOWED_TAGS = ['p', 'br', 'strong', 'em', 'u', 's', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote'];
const LINK_SCHEMES = ['http', 'https', 'mailto'];

/** Other names of what is allowed, as editors and word processors write them. */
const SAME_AS: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  strike: 's',
  del: 's',
  ins: 'u',
  h1: 'h2',
  h4: 'h3',
  h5: 'h3',
  h6: 'h3',
  div: 'p',
  section: 'p',
  article: 'p',
};

/** Elements by which a text is taken for markup. From the HTML standard's index of elements. */
const KNOWN_TAGS =
  'a abbr address article aside audio b blockquote body button canvas caption center cite code dd del details div dl dt ' +
  'em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header html i iframe ins kbd label li main ' +
  'mark math nav object ol option p picture pre q s samp script section select small span strike strong style sub ' +
  'summary sup svg table tbody td template textarea tfoot th thead time title tr tt u ul var video';
const VOID_TAGS = 'area base br col embed hr img input link meta source track wbr';

const COMPLETE_ELEMENT = new RegExp(
  `<(${KNOWN_TAGS.replaceAll(' ', '|')})(?:\\s[^<>]*)?>[^]*?</\\1\\s*>`,
  'i',
);
const VOID_ELEMENT = new RegExp(`<(?:${VOID_TAGS.replaceAll(' ', '|')})(?:\\s[^<>]*)?/?>`, 'i');

/** True when a text holds a complete element, closed or void. Any other `<` is text: "5 < 6" stays. */
export function looksLikeMarkup(text: string): boolean {
  return VOID_ELEMENT.test(text) || COMPLETE_ELEMENT.test(text);
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

function transformTags(): Record<string, sanitizeHtml.Transformer> {
  const transforms: Record<string, sanitizeHtml.Transformer> = {
    '*': (tagName, attribs) => ({ tagName, attribs: commonAttributes(attribs) }),
    a: (_tagName, attribs) => {
      const href = safeHref(attribs['href']);
      // Without an allowed address only its words stay: `span` is not in the allow-list.
      if (href === null) return { tagName: 'span', attribs: {} };
      return {
        tagName: 'a',
        attribs: { ...commonAttributes(attribs), href, rel: 'noopener nofollow ugc', target: '_blank' },
      };
    },
    ol: (tagName, attribs) => {
      const start = attribs['start'];
      return {
        tagName,
        attribs: {
          ...commonAttributes(attribs),
          ...(start !== undefined && /^\d{1,6}$/.test(start) ? { start } : {}),
        },
      };
    },
  };
  for (const [from, to] of Object.entries(SAME_AS)) {
    transforms[from] = (_tagName, attribs) => ({ tagName: to, attribs: commonAttributes(attribs) });
  }
  return transforms;
}

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED_TAGS,
  allowedAttributes: { a: ['href', 'rel', 'target'], ol: ['start'], '*': ['dir', 'lang'] },
  allowedSchemes: LINK_SCHEMES,
  allowProtocolRelative: false,
  transformTags: transformTags(),
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
  ],
  // Deeper nesting is no story; it only costs.
  nestingLimit: 30,
};

/** Cleans markup by the allow-list. Editors' non-breaking spaces become plain ones; empty paragraphs go. */
export function cleanMarkup(html: string): string {
  return sanitizeHtml(html, OPTIONS)
    .replaceAll('\u00a0', ' ')
    .replace(/<(p|h2|h3|blockquote|li)(?: [^>]*)?>\s*<\/\1>/g, '')
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/**
 * The words of cleaned markup: a blank line between blocks, a line for each list item.
 *
 * @param cleanHtml - what `cleanMarkup` gave; it leaves no other tags and entities than these.
 */
export function markupToText(cleanHtml: string): string {
  return cleanHtml
    .replace(/\s+/g, ' ')
    .replace(/<br ?\/?>/g, '\n')
    .replace(/<\/li>/g, '\n')
    .replace(/<\/?(?:p|h2|h3|blockquote|ul|ol)(?: [^>]*)?>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Markup for plain text: a paragraph for each block, a line break for each line. */
export function textToMarkup(text: string): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return escaped
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((block) => `<p>${block.replaceAll('\n', '<br />')}</p>`)
    .join('');
}
