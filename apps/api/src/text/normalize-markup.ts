import { CONTENT_TOO_LONG, LIMITS } from '@safarnama/contracts';
import { badRequest } from '../http/app-error.js';
import { joinFigures, writeFigure } from './figures.js';
import { isInlineTag, tokenizeMarkup } from './markup-tokens.js';

/** An output element. Two paths share an element only if they contain the same object. */
interface Element {
  tag: string;
  attributes: string;
}

/** One nesting level of a list; the next level is nested in the last item of this one. */
interface ListLevel {
  list: Element;
  itemPath: readonly Element[];
}

/** An open block of the input, and the state of its output. */
interface Block {
  tag: string;
  attributes: string;
  /** Output elements around nested blocks. */
  containers: readonly Element[];
  /** Output elements around its own text; null where text needs a paragraph or list item of its own. */
  textPath: readonly Element[] | null;
  /** Output elements around loose text, until the next block. */
  loosePath: readonly Element[] | null;
  /** List around items that have none in the input, until the next block. */
  looseList: Block | null;
  levels: ListLevel[];
}

/** An open tag of the input. */
interface Frame {
  tag: string;
  block: Block;
  inline: readonly Element[];
}

const LEAF_TAGS = new Set(['p', 'h2', 'h3']);
const LIST_TAGS = new Set(['ul', 'ol']);
/** Deeper than editors go, and within what the sanitizer's nesting limit allows. */
const MAX_INDENT = 8;

function openBlock(tag: string, attributes: string, containers: readonly Element[]): Block {
  const textPath = LIST_TAGS.has(tag) || tag === '' ? null : [...containers, { tag, attributes }];
  return {
    tag,
    attributes,
    containers: textPath === null || LEAF_TAGS.has(tag) ? containers : textPath,
    textPath,
    loosePath: null,
    looseList: null,
    levels: [],
  };
}

/** Reads Quill's attributes of an item: list type and depth. Other editors nest lists instead. */
function parseItem(attributes: string, list: Block) {
  const kind = / data-list="(\w+)"/.exec(attributes)?.[1];
  const indent = Number(/ data-indent="(\d)"/.exec(attributes)?.[1] ?? 0);
  return {
    listTag: kind === undefined ? list.tag : kind === 'ordered' ? 'ol' : 'ul',
    indent: Math.min(indent, MAX_INDENT),
    attributes: attributes.replace(/ data-(?:list|indent)="[^"]*"/g, ''),
  };
}

/** Opens an item in its list at its depth. */
function openItem(list: Block, rawAttributes: string): Block {
  const { listTag, indent, attributes } = parseItem(rawAttributes, list);
  // A level needs its parent level: an indent that skips levels is reduced.
  const depth = Math.min(indent, list.levels.length);
  const above = depth === 0 ? list.containers : (list.levels[depth - 1]?.itemPath ?? list.containers);
  const same = list.levels[depth]?.list.tag === listTag ? list.levels[depth]?.list : undefined;
  const element = same ?? { tag: listTag, attributes: listTag === list.tag ? list.attributes : '' };
  const item = openBlock('li', attributes, [...above, element]);
  list.levels = [...list.levels.slice(0, depth), { list: element, itemPath: item.containers }];
  list.loosePath = null;
  return item;
}

/** Opens a block where the HTML standard allows it: a list inside a list goes into the preceding item. */
function openChildBlock(parent: Block, tag: string, attributes: string): Block {
  parent.loosePath = null;
  if (tag === 'li') {
    if (LIST_TAGS.has(parent.tag)) return openItem(parent, attributes);
    parent.looseList ??= openBlock('ul', '', parent.containers);
    return openItem(parent.looseList, attributes);
  }
  parent.looseList = null;
  if (!LIST_TAGS.has(parent.tag)) return openBlock(tag, attributes, parent.containers);
  const itemPath = LIST_TAGS.has(tag) ? parent.levels.at(-1)?.itemPath : undefined;
  return openBlock(tag, attributes, itemPath ?? openItem(parent, '').containers);
}

/** Resolves the elements around a block's text; loose text gets a paragraph or list item. */
function resolveTextPath(block: Block): readonly Element[] {
  block.looseList = null;
  if (block.textPath) return block.textPath;
  block.loosePath ??= LIST_TAGS.has(block.tag)
    ? openItem(block, '').containers
    : [...block.containers, { tag: 'p', attributes: '' }];
  return block.loosePath;
}

/**
 * Maximum length of the output in UTF-16 code units. Escaping expands one character to five (`&amp;`), so no text
 * within the limit comes close. A link around thousands of paragraphs does, since the link is repeated in each.
 */
const MAX_LENGTH = 10 * LIMITS.postContentBytes;

/** Creates a writer that closes and opens only the elements that differ between consecutive texts. */
function createWriter() {
  let html = '';
  let open: readonly Element[] = [];
  function closeBeyond(path: readonly Element[]): number {
    let shared = 0;
    while (shared < open.length && open[shared] === path[shared]) shared += 1;
    for (const { tag } of open.slice(shared).reverse()) html += `</${tag}>`;
    open = open.slice(0, shared);
    return shared;
  }
  return {
    /** @param path - elements around the content; none for a block at the top level. */
    write(content: string, path: readonly Element[]) {
      for (const { tag, attributes } of path.slice(closeBeyond(path))) html += `<${tag}${attributes}>`;
      open = path;
      html += content;
      if (html.length > MAX_LENGTH) throw badRequest('content_too_long', CONTENT_TOO_LONG, 'blogHtml');
    },
    /** Writes white space, which opens no element and is dropped at the start of a block. */
    writeSpace(space: string, blockPath: readonly Element[], inline: readonly Element[]) {
      if (!blockPath.every((element, index) => open[index] === element)) return;
      closeBeyond([...blockPath, ...inline]);
      html += space;
    },
    end() {
      closeBeyond([]);
      return html;
    },
  };
}

/**
 * Normalizes the structure of sanitized markup to what browsers and editors agree on, without empty elements:
 * - loose text gets a paragraph, paragraphs are not nested, every item is in a list;
 * - a picture is a block at the top level, which ends the blocks around it; the text after it continues in new ones;
 * - Quill's flat lists (`<ol><li data-list="bullet" data-indent="1">`) become nested lists of their type.
 *
 * Idempotent.
 *
 * @param html - allow-listed tags only, escaped as by `sanitize-html`.
 * @throws AppError 400 when the result is longer than `MAX_LENGTH`.
 */
export function normalizeMarkup(html: string): string {
  const root: Frame = { tag: '', block: openBlock('', '', []), inline: [] };
  const stack = [root];
  const writer = createWriter();
  for (const token of joinFigures(tokenizeMarkup(html))) {
    const { block, inline } = stack.at(-1) ?? root;
    if (token.kind === 'open') {
      const { tag, attributes } = token;
      if (!isInlineTag(tag)) stack.push({ tag, block: openChildBlock(block, tag, attributes), inline });
      else if (inline.some((element) => element.tag === tag)) stack.push({ tag, block, inline });
      else stack.push({ tag, block, inline: [...inline, { tag, attributes }] });
    } else if (token.kind === 'close') {
      const frameIndex = stack.findLastIndex((frame) => frame.tag === token.tag);
      if (frameIndex > 0) stack.length = frameIndex;
    } else if (token.kind === 'figure') {
      writer.write(writeFigure(token), []);
    } else if (token.kind === 'text' && token.text.trim() !== '') {
      writer.write(token.text, [...resolveTextPath(block), ...inline]);
    } else {
      // Line breaks and white space between blocks are dropped.
      const path = block.textPath ?? block.loosePath;
      if (path === null) continue;
      if (token.kind === 'text') writer.writeSpace(token.text, path, inline);
      else writer.write('<br />', [...path, ...inline]);
    }
  }
  return writer.end();
}
