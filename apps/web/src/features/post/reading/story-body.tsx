import { isStoryTag, toSafeHref } from '@safarnama/contracts';
import { createElement, memo, type ReactNode } from 'react';
import { useLanguage } from '../../../i18n/language.ts';
import { guessLanguage } from '../../../lib/text.ts';
import { hasText, type StoryHeading } from '../story-html.ts';
import type { StoryFigure } from '../story-pictures.ts';
import { StoryPicture } from './story-picture.tsx';

/** Values of `nodeType`. The server has no global `Node` to name them. */
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

/** Start of a text that gets a drop cap: a Latin letter, because a quotation mark before it would be enlarged, too. */
const LATIN_START = /^\s*\p{Script=Latin}/u;
/** Shorter first paragraphs do not have the three lines that a drop cap spans. */
const MIN_DROP_CAP_CHARS = 160;

interface StoryBodyProps {
  /** The story, parsed by `parseHtml`. */
  body: HTMLElement;
  /** Result of `findHeadings`; their ids become the anchors. */
  headings: readonly StoryHeading[];
  /** Result of `findFigures`. */
  figures: readonly StoryFigure[];
  /** Whether a picture is shown above the text. */
  hasCover?: boolean;
  /** See `StoryArticle`. Pass the same function on every render. */
  onEnlarge?: ((index: number) => void) | undefined;
}

/** What `toNode` needs besides the node. */
interface RenderContext {
  /** Returns the anchor of the next heading. */
  nextId: () => string | undefined;
  renderFigure: (element: Element, key: number) => ReactNode;
}

/** Maximum number of characters before the first picture if it is to be above the fold. */
const MAX_CHARS_ABOVE = 400;

/**
 * The text of a story. The server sanitizes it on write; this component applies the same allow-list and rebuilds the
 * text as React elements, never as markup, so that no script that the server might miss can run.
 */
export const StoryBody = memo(function StoryBody({
  body,
  headings,
  figures,
  hasCover = false,
  onEnlarge,
}: StoryBodyProps) {
  useLanguage();
  const ids = headings.map(({ id }) => id);
  const renderFigure = (element: Element, key: number) => {
    const index = figures.findIndex((figure) => figure.element === element);
    const figure = figures[index];
    if (!figure) return null;
    const isAboveFold = index === 0 && !hasCover && countCharsBefore(element) <= MAX_CHARS_ABOVE;
    return (
      <StoryPicture
        key={key}
        figure={figure}
        loadPriority={isAboveFold ? 'high' : 'lazy'}
        onEnlarge={onEnlarge && (() => onEnlarge(hasCover ? index + 1 : index))}
      />
    );
  };
  return (
    <div
      className={`story ${hasDropCap(body) ? 'story-drop-cap' : ''}`}
      dir="auto"
      lang={guessLanguage(body.textContent ?? '')}
    >
      {toNodes(body, { nextId: () => ids.shift(), renderFigure })}
    </div>
  );
});

function hasDropCap(body: HTMLElement): boolean {
  const first = body.firstElementChild;
  const text = first?.textContent ?? '';
  return first?.localName === 'p' && text.length >= MIN_DROP_CAP_CHARS && LATIN_START.test(text);
}

/** Number of characters of a story before one of its blocks. */
function countCharsBefore(block: Element): number {
  let count = 0;
  for (let node = block.previousSibling; node !== null; node = node.previousSibling) {
    count += node.textContent?.length ?? 0;
  }
  return count;
}

function toNodes(parent: Node, context: RenderContext): ReactNode[] {
  return [...parent.childNodes].map((node, index) => toNode(node, index, context));
}

function toNode(node: Node, key: number, context: RenderContext): ReactNode {
  if (node.nodeType === TEXT_NODE) return node.textContent;
  if (node.nodeType !== ELEMENT_NODE) return null;
  return toElement(node as Element, key, context);
}

function toElement(node: Element, key: number, context: RenderContext): ReactNode {
  const tag = node.localName;
  if (tag === 'script' || tag === 'style') return null;
  if (tag === 'figure') return context.renderFigure(node, key) ?? toNodes(node, context);
  const isHeading = (tag === 'h2' || tag === 'h3') && hasText(node);
  // Taken before the children are rendered: `findHeadings` lists headings in the order of their opening tags.
  const id = isHeading ? context.nextId() : undefined;
  const children = toNodes(node, context);
  if (!isStoryTag(tag)) return children;
  if (tag === 'br') return <br key={key} />;
  if (tag === 'a') {
    const href = toSafeHref(node.getAttribute('href') ?? '');
    if (href === null) return <span key={key}>{children}</span>;
    return (
      <a key={key} href={href} rel="noopener nofollow ugc" target="_blank">
        {children}
      </a>
    );
  }
  const start = tag === 'ol' ? Number(node.getAttribute('start') ?? '1') : 1;
  return createElement(
    tag,
    {
      key,
      dir: node.getAttribute('dir') ?? undefined,
      lang: node.getAttribute('lang') ?? undefined,
      ...(id !== undefined && { id, tabIndex: -1 }),
      ...(Number.isInteger(start) && start !== 1 && { start }),
    },
    ...children,
  );
}
