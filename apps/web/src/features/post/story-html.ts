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

/** A headline of a story, as its table of contents needs it. */
export interface StoryHeading {
  /** The anchor: from the words of the headline, so that it stays when others are added; unique in the story. */
  id: string;
  text: string;
  level: 2 | 3;
}

/** All headlines with words in them, in their order. The anchors are the same for the same headlines. */
export function findHeadings(body: HTMLElement): StoryHeading[] {
  const anchorCounts = new Map<string, number>();
  return [...body.querySelectorAll('h2, h3')].filter(hasText).map((element) => {
    const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
    const anchor = toAnchor(text);
    const count = (anchorCounts.get(anchor) ?? 0) + 1;
    anchorCounts.set(anchor, count);
    const level = element.localName === 'h3' ? 3 : 2;
    return { id: count === 1 ? anchor : `${anchor}.${count}`, text, level };
  });
}

/** Whether a headline is listed by `findHeadings`. */
export function hasText(element: Element): boolean {
  return (element.textContent ?? '').trim() !== '';
}

/** Letters, their marks and digits of any script, joined by dashes. The prefix keeps it apart from ids of the page. */
function toAnchor(text: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return `part-${words.join('-').slice(0, 80)}`;
}
