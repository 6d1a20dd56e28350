import { FIGURE_TAGS } from '@safarnama/contracts';
import { decodeEntities, isInlineTag, type MarkupToken, tokenizeMarkup } from './markup-tokens.js';

/** A picture in its canonical form: a block of its own. */
interface FigureToken {
  kind: 'figure';
  /** Attributes of the `img`. */
  attributes: string;
  /** Escaped as markup, on one line; empty for none. */
  caption: string;
}

/** A picture in the text of a story. */
export interface Figure {
  key: string;
  /** Plain text. */
  alt: string;
  /** Plain text; empty for none. */
  caption: string;
}

const [FIGURE, , FIGCAPTION] = FIGURE_TAGS;
const isTag = (token: MarkupToken, tag: string) =>
  (token.kind === 'open' || token.kind === 'close') && token.tag === tag;

const toFigure = (attributes: string): FigureToken => ({ kind: 'figure', attributes, caption: '' });

/** Outside of a figure with a picture, a caption is a paragraph, and a picture is a figure of its own. */
function resolveLoose(token: MarkupToken): MarkupToken | FigureToken {
  if (isTag(token, FIGCAPTION)) return { ...token, tag: 'p' } as MarkupToken;
  return token.kind === 'image' ? toFigure(token.attributes) : token;
}

/** Resolves the content of one figure. The caption belongs to its last picture. */
function* resolveFigure(content: readonly MarkupToken[]): Generator<MarkupToken | FigureToken> {
  const body: (MarkupToken | FigureToken)[] = [];
  let last: FigureToken | null = null;
  let caption = '';
  let captionDepth = 0;
  for (const token of content) {
    if (isTag(token, FIGCAPTION)) {
      captionDepth = Math.max(0, captionDepth + (token.kind === 'open' ? 1 : -1));
      caption += ' ';
    } else if (captionDepth > 0) {
      if (token.kind === 'text') caption += token.text;
      else if (!('tag' in token && isInlineTag(token.tag))) caption += ' ';
    } else if (token.kind === 'image') {
      last = toFigure(token.attributes);
      body.push(last);
    } else body.push(token);
  }
  if (last === null) return yield* content.map(resolveLoose);
  last.caption = caption.replace(/\s+/g, ' ').trim();
  yield* body;
}

/**
 * Joins the tokens of each figure that has a picture into one. Figures in figures, as galleries have them, become
 * figures next to each other.
 */
export function* joinFigures(tokens: Iterable<MarkupToken>): Generator<MarkupToken | FigureToken> {
  let depth = 0;
  let content: MarkupToken[] = [];
  for (const token of tokens) {
    if (isTag(token, FIGURE)) {
      yield* resolveFigure(content);
      content = [];
      depth = Math.max(0, depth + (token.kind === 'open' ? 1 : -1));
    } else if (depth > 0) content.push(token);
    else yield resolveLoose(token);
  }
  yield* resolveFigure(content);
}

export function writeFigure({ attributes, caption }: FigureToken): string {
  const figcaption = caption === '' ? '' : `<figcaption>${caption}</figcaption>`;
  return `<figure><img${attributes}>${figcaption}</figure>`;
}

/** Lists the pictures of a text in its order. @param sanitizedHtml - a result of `sanitizeMarkup`. */
export function listFigures(sanitizedHtml: string): Figure[] {
  const figures: Figure[] = [];
  for (const token of joinFigures(tokenizeMarkup(sanitizedHtml))) {
    if (token.kind !== 'figure') continue;
    const [, key = '', alt = ''] = /^ src="\/media\/([^"]*)" alt="([^"]*)"/.exec(token.attributes) ?? [];
    figures.push({ key, alt: decodeEntities(alt), caption: decodeEntities(token.caption) });
  }
  return figures;
}
