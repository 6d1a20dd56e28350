/** A token of sanitized markup: an opening or closing tag, a picture, a line break, or text between them. */
export type MarkupToken =
  | { kind: 'open' | 'close'; tag: string; attributes: string }
  | { kind: 'image'; attributes: string }
  | { kind: 'break' }
  | { kind: 'text'; text: string };

const TOKEN = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+/g;

/** @param html - output of `sanitize-html`, which escapes `<` and `>` in text and attributes. */
export function* tokenizeMarkup(html: string): Generator<MarkupToken> {
  for (const [text, slash, tag, attributes = ''] of html.matchAll(TOKEN)) {
    if (tag === undefined) yield { kind: 'text', text };
    else if (tag === 'br') yield { kind: 'break' };
    else if (tag === 'img') yield { kind: 'image', attributes: attributes.replace(/ \/$/, '') };
    else yield { kind: slash === '/' ? 'close' : 'open', tag, attributes };
  }
}

const INLINE_TAGS = new Set(['strong', 'em', 'u', 's', 'a']);
export const isInlineTag = (tag: string): boolean => INLINE_TAGS.has(tag);

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** @param text - of sanitized markup, which contains no other entities. */
export function decodeEntities(text: string): string {
  return text.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ENTITIES[name] ?? '');
}
