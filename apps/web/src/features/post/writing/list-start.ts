import { type DeltaStatic, Quill } from 'react-quill';
import { START_ATTRIBUTE } from './sanitize-paste.ts';

const { Attributor, Scope } = Quill.import('parchment');

/** The name of the format in the editor. */
export const START_FORMAT = 'start';

/** The number of a list's first item. Its style shows the number: see `story-editor.css`. */
class StartAttributor extends Attributor {
  override add(node: HTMLElement, value: unknown): boolean {
    node.style.setProperty('--start', String(value));
    return super.add(node, value);
  }

  override remove(node: HTMLElement): void {
    node.removeAttribute('style');
    super.remove(node);
  }
}

Quill.register(
  `formats/${START_FORMAT}`,
  new StartAttributor(START_FORMAT, START_ATTRIBUTE, { scope: Scope.BLOCK }),
  true,
);

/**
 * Adds the numbers of the first items of lists to the markup of the editor, which lacks them; not those of lists in
 * lists.
 *
 * @param html - as Quill writes it: its lists have no attributes.
 * @param contents - the same text.
 */
export function addListStarts(html: string, contents: DeltaStatic): string {
  if (!contents.ops.some(({ attributes }) => attributes?.[START_FORMAT] !== undefined)) return html;
  const starts = readLines(contents)
    .filter(({ isFirstItem }) => isFirstItem)
    .map(({ start }) => start);
  let depth = 0;
  // Blocks that have just ceased to be list items still have the attributes.
  const clean = html.replace(/ (?:data-start="\d+"|style="--start: \d+;")/g, '');
  return clean.replace(/<(\/?)([ou]l)>/g, (tag, slash, name) => {
    depth += slash === '' ? 1 : -1;
    const start = slash === '' && depth === 1 ? starts.shift() : undefined;
    return name === 'ol' && start !== undefined ? `<ol start="${start}">` : tag;
  });
}

/** Removes the numbers of lines that begin no numbered list: Enter copies the number, and the end of a list leaves it. */
export function removeStrayStarts(quill: Quill): void {
  if (quill.root.querySelector(`[${START_ATTRIBUTE}]`) === null) return;
  for (const { index, list, start, isFirstItem } of readLines(quill.getContents())) {
    const isStray = start !== undefined && !(isFirstItem && list === 'ordered');
    if (isStray) quill.formatLine(index, 1, START_FORMAT, false, 'user');
  }
}

interface Line {
  /** Position of the line break at its end. */
  index: number;
  list: unknown;
  start: unknown;
  /** Whether it begins a list that is not in a list. */
  isFirstItem: boolean;
}

function readLines(contents: DeltaStatic): Line[] {
  const lines: Line[] = [];
  let index = 0;
  let kind: unknown;
  contents.eachLine((line, { list, indent, [START_FORMAT]: start }) => {
    index += line.length();
    // A picture is a line of its own, but belongs to the line after it here.
    if (line.ops.some(({ insert }) => typeof insert !== 'string')) kind = undefined;
    // A nested item that begins a list has an empty item around it.
    const beginsList = kind === undefined || (indent === undefined && list !== kind);
    lines.push({ index, list, start, isFirstItem: list !== undefined && beginsList });
    if (list === undefined || beginsList) kind = list;
    index += 1;
  });
  return lines;
}
