import { createElement, type ReactNode, useMemo } from 'react';
import { isStoryTag, parseHtml } from '../../lib/story-html.ts';

/** Addresses a link may lead to; anything else stays text. */
const SAFE_HREF = /^(?:https?:|mailto:)/i;
/** Latin letters first: only those get a drop cap. */
const LATIN_START = /^[\s"“‘'(]*\p{Script=Latin}/u;

/**
 * The text of a story. The server has cleaned it; it is built here from the same allow-list once more, as elements
 * and never as markup, so that nothing the server might let through can run.
 */
export function StoryBody({ html }: { html: string }) {
  const { children, isLatin } = useMemo(() => {
    const body = parseHtml(html);
    return { children: toNodes(body), isLatin: LATIN_START.test(body.textContent ?? '') };
  }, [html]);
  return (
    <div className={`story ${isLatin ? 'story-latin' : ''}`} dir="auto">
      {children}
    </div>
  );
}

function toNodes(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, index) => toNode(node, index));
}

function toNode(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.localName;
  if (tag === 'script' || tag === 'style') return null;
  const children = toNodes(node);
  if (!isStoryTag(tag)) return children;
  if (tag === 'br') return <br key={key} />;
  if (tag === 'a') {
    const href = node.getAttribute('href')?.trim() ?? '';
    if (!SAFE_HREF.test(href)) return <span key={key}>{children}</span>;
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
      ...(Number.isInteger(start) && start !== 1 && { start }),
    },
    ...children,
  );
}
