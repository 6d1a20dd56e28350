import { isStoryTag, toSafeHref } from '@safarnama/contracts';
import { createElement, memo, type ReactNode } from 'react';
import { guessLanguage } from '../../../lib/text.ts';
import { hasText, type StoryHeading } from '../story-html.ts';

/** Text that gets a drop cap: it starts with a Latin letter. A quotation mark before it would be enlarged, too. */
const LATIN_START = /^\s*\p{Script=Latin}/u;
/** Shorter first paragraphs do not have the three lines that a drop cap spans. */
const MIN_DROP_CAP_CHARS = 160;

interface StoryBodyProps {
  /** The story, parsed by `parseHtml`. */
  body: HTMLElement;
  /** Result of `findHeadings`; their ids become the anchors. */
  headings: readonly StoryHeading[];
}

/**
 * The text of a story. The server sanitizes it on write; this component applies the same allow-list and rebuilds the
 * text as React elements, never as markup, so that nothing the server might miss can run.
 */
export const StoryBody = memo(function StoryBody({ body, headings }: StoryBodyProps) {
  const ids = headings.map(({ id }) => id);
  const nextId = () => ids.shift();
  return (
    <div
      className={`story ${hasDropCap(body) ? 'story-drop-cap' : ''}`}
      dir="auto"
      lang={guessLanguage(body.textContent ?? '')}
    >
      {toNodes(body, nextId)}
    </div>
  );
});

function hasDropCap(body: HTMLElement): boolean {
  const first = body.firstElementChild;
  const text = first?.textContent ?? '';
  return first?.localName === 'p' && text.length >= MIN_DROP_CAP_CHARS && LATIN_START.test(text);
}

function toNodes(parent: Node, nextId: () => string | undefined): ReactNode[] {
  return [...parent.childNodes].map((node, index) => toNode(node, index, nextId));
}

function toNode(node: Node, key: number, nextId: () => string | undefined): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.localName;
  if (tag === 'script' || tag === 'style') return null;
  const isHeading = (tag === 'h2' || tag === 'h3') && hasText(node);
  // Taken before the children are rendered: `findHeadings` lists headings in the order of their opening tags.
  const id = isHeading ? nextId() : undefined;
  const children = toNodes(node, nextId);
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
