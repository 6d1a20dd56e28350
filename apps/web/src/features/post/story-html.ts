import type { StoryPicture } from '@safarnama/contracts';
import { findFigures, type StoryFigure } from './story-pictures.ts';

const BLOCKS = new Set([
  'P',
  'LI',
  'H1',
  'H2',
  'H3',
  'BLOCKQUOTE',
  'UL',
  'OL',
  'DIV',
  'PRE',
  'FIGURE',
  'FIGCAPTION',
]);

/** Parses markup into a separate document, so that none of it is loaded or run. */
export function parseHtml(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}

/** Plain text of the editor's markup, with a blank line between blocks. */
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

/** Replaces the no-break spaces that Quill writes, which would prevent line breaks. */
export function normalizeSpaces(html: string): string {
  return html.replaceAll('&nbsp;', ' ').replaceAll('\u00a0', ' ');
}

/** A parsed story with its headings and pictures. */
export interface ParsedStory {
  body: HTMLElement;
  headings: readonly StoryHeading[];
  figures: readonly StoryFigure[];
}

/** @param pictures - see `findFigures`. */
export function parseStory(html: string, pictures: readonly StoryPicture[] = []): ParsedStory {
  const body = parseHtml(html);
  return { body, headings: findHeadings(body), figures: findFigures(body, pictures) };
}

/** A heading in the table of contents. */
export interface StoryHeading {
  /** The anchor: unique in the story, and made of the heading's words, so that edits elsewhere do not change it. */
  id: string;
  text: string;
  level: 2 | 3;
}

/** All headings that have text, in document order. */
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

/** Whether an element has text; `findHeadings` skips headings without any. */
export function hasText(element: Element): boolean {
  return (element.textContent ?? '').trim() !== '';
}

/** Letters and digits of any script, joined by dashes. The prefix avoids clashes with other ids on the page. */
function toAnchor(text: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return `part-${words.join('-').slice(0, 80)}`;
}
