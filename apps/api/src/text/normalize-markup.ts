import { CONTENT_TOO_LONG, LIMITS } from '@safarnama/contracts';
import { badRequest } from '../http/app-error.js';

/** A piece of cleaned markup: an opening or a closing tag, a line break, or text between them. */
export type MarkupToken =
  | { kind: 'open' | 'close'; tag: string; attributes: string }
  | { kind: 'break' }
  | { kind: 'text'; text: string };

const TOKEN = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+/g;

/** @param html - as `sanitize-html` writes it: in text and attributes `<` and `>` are always escaped. */
export function* tokenizeMarkup(html: string): Generator<MarkupToken> {
  for (const [text, slash, tag, attributes = ''] of html.matchAll(TOKEN)) {
    if (tag === undefined) yield { kind: 'text', text };
    else if (tag === 'br') yield { kind: 'break' };
    else yield { kind: slash === '/' ? 'close' : 'open', tag, attributes };
  }
}

/** An element of what comes out. Two places share an element only where they hold the same object. */
interface Element {
  tag: string;
  attributes: string;
}

/** A list is written in the order of its items; deeper levels stand within the last item above them. */
interface ListLevel {
  list: Element;
  itemPath: readonly Element[];
}

/** An open block of what came in, and what has been made of its content so far. */
interface Block {
  tag: string;
  attributes: string;
  /** Elements around further blocks in it. */
  containers: readonly Element[];
  /** Elements around its own text; null where text needs a paragraph or an item of its own. */
  textPath: readonly Element[] | null;
  /** Elements around loose text, until the next block. */
  loosePath: readonly Element[] | null;
  /** Around items that stand in no list, until the next block. */
  looseList: Block | null;
  levels: ListLevel[];
}

/** An open tag of what came in. */
interface Frame {
  tag: string;
  block: Block;
  inline: readonly Element[];
}

/** Tags that stand within a line. */
export const INLINE_TAGS = new Set(['strong', 'em', 'u', 's', 'a']);
const LEAF_TAGS = new Set(['p', 'h2', 'h3']);
const LIST_TAGS = new Set(['ul', 'ol']);
/** Deeper than an editor goes, and no more than the cleaning lets through otherwise. */
const MAX_INDENT = 8;

function openBlock(tag: string, attributes: string, containers: readonly Element[]): Block {
  const block = { tag, attributes, containers, loosePath: null, looseList: null, levels: [] };
  if (LIST_TAGS.has(tag) || tag === '') return { ...block, textPath: null };
  const path = [...containers, { tag, attributes }];
  return { ...block, textPath: path, containers: LEAF_TAGS.has(tag) ? containers : path };
}

/** What Quill says of an item: the kind of its list and its depth. Other editors nest lists instead. */
function parseItem(attributes: string, list: Block) {
  const kind = / data-list="(\w+)"/.exec(attributes)?.[1];
  const indent = Number(/ data-indent="(\d)"/.exec(attributes)?.[1] ?? 0);
  return {
    listTag: kind === undefined ? list.tag : kind === 'ordered' ? 'ol' : 'ul',
    indent: Math.min(indent, MAX_INDENT),
    attributes: attributes.replace(/ data-(?:list|indent)="[^"]*"/g, ''),
  };
}

/** Opens an item in its list, at its depth. */
function openItem(list: Block, rawAttributes: string): Block {
  const { listTag, indent, attributes } = parseItem(rawAttributes, list);
  // No level without one above it, whatever the depth says.
  const depth = Math.min(indent, list.levels.length);
  const above = depth === 0 ? list.containers : (list.levels[depth - 1]?.itemPath ?? list.containers);
  const same = list.levels[depth]?.list.tag === listTag ? list.levels[depth]?.list : undefined;
  const element = same ?? { tag: listTag, attributes: listTag === list.tag ? list.attributes : '' };
  const item = openBlock('li', attributes, [...above, element]);
  list.levels = [...list.levels.slice(0, depth), { list: element, itemPath: item.containers }];
  list.loosePath = null;
  return item;
}

/** Opens a block where it may stand: a list in a list belongs to the item before it. */
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

/** Elements around text of a block, which get a paragraph or an item where they stand in none. */
function resolveTextPath(block: Block): readonly Element[] {
  block.looseList = null;
  if (block.textPath) return block.textPath;
  block.loosePath ??= LIST_TAGS.has(block.tag)
    ? openItem(block, '').containers
    : [...block.containers, { tag: 'p', attributes: '' }];
  return block.loosePath;
}

/**
 * Code units of what comes out. Escapes make five characters of one (`&amp;`): nothing that a person wrote within
 * the limit comes near this. A link around thousands of paragraphs does, since it is written in each.
 */
const MAX_LENGTH = 10 * LIMITS.postContentBytes;

/** Writes text within its path of elements, closing and opening no more than is needed. */
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
    write(content: string, path: readonly Element[]) {
      for (const { tag, attributes } of path.slice(closeBeyond(path))) html += `<${tag}${attributes}>`;
      open = path;
      html += content;
      if (html.length > MAX_LENGTH) throw badRequest('content_too_long', CONTENT_TOO_LONG, 'blogHtml');
    },
    /** White space opens nothing, and stands for nothing where its block has no words yet. */
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
 * Gives cleaned markup the structure that browsers and editors agree on, without empty elements:
 * - loose text stands in a paragraph, a paragraph in no other one, an item in a list;
 * - Quill's flat lists (`<ol><li data-list="bullet" data-indent="1">`) become nested lists of their kind.
 *
 * Giving it its own result changes nothing.
 *
 * @param html - allow-listed tags only, escaped as `sanitize-html` does it.
 * @throws AppError 400 for the few kB that unfold into megabytes.
 */
export function normalizeMarkup(html: string): string {
  const root: Frame = { tag: '', block: openBlock('', '', []), inline: [] };
  const stack = [root];
  const writer = createWriter();
  for (const token of tokenizeMarkup(html)) {
    const { block, inline } = stack.at(-1) ?? root;
    if (token.kind === 'open') {
      const { tag, attributes } = token;
      if (!INLINE_TAGS.has(tag)) stack.push({ tag, block: openChildBlock(block, tag, attributes), inline });
      else if (inline.some((element) => element.tag === tag)) stack.push({ tag, block, inline });
      else stack.push({ tag, block, inline: [...inline, { tag, attributes }] });
    } else if (token.kind === 'close') {
      const frameIndex = stack.findLastIndex((frame) => frame.tag === token.tag);
      if (frameIndex > 0) stack.length = frameIndex;
    } else if (token.kind === 'text' && token.text.trim() !== '') {
      writer.write(token.text, [...resolveTextPath(block), ...inline]);
    } else {
      // A line break or white space between blocks says nothing.
      const path = block.textPath ?? block.loosePath;
      if (path === null) continue;
      if (token.kind === 'text') writer.writeSpace(token.text, path, inline);
      else writer.write('<br />', [...path, ...inline]);
    }
  }
  return writer.end();
}
