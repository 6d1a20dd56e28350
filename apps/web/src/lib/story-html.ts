/** Elements a story may hold; the same list that the server cleans by. */
const STORY_TAGS = [
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

const BLOCKS = new Set(['P', 'LI', 'H1', 'H2', 'H3', 'BLOCKQUOTE', 'UL', 'OL', 'DIV', 'PRE']);

export function isStoryTag(name: string): name is StoryTag {
  return STORY_TAGS.some((tag) => tag === name);
}

/** A document of its own: nothing in it is loaded or run. */
export function parseHtml(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}

/** Plain text of the editor's markup, a blank line between blocks. */
export function htmlToText(html: string): string {
  const blocks: string[] = [''];
  const walk = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      blocks.push((blocks.pop() ?? '') + (node.textContent ?? ''));
      return;
    }
    const isBlock = BLOCKS.has(node.nodeName);
    if (isBlock) blocks.push('');
    if (node.nodeName === 'BR') blocks.push(`${blocks.pop() ?? ''}\n`);
    node.childNodes.forEach(walk);
    if (isBlock) blocks.push('');
  };
  walk(parseHtml(html));
  return blocks
    .map((block) => block.replaceAll('\u00a0', ' ').trim())
    .filter((block) => block !== '')
    .join('\n\n');
}

/** Quill writes every space as a no-break space, which lets no line break: plain ones instead. */
export function normalizeSpaces(html: string): string {
  return html.replaceAll('&nbsp;', ' ').replaceAll('\u00a0', ' ');
}
