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
 * Adds the numbers of the first items of lists to the markup of the editor, which lacks them.
 *
 * @param html - as Quill writes it: its lists have no attributes.
 * @param contents - the same text.
 */
export function addListStarts(html: string, contents: DeltaStatic): string {
  if (!contents.ops.some(({ attributes }) => attributes?.[START_FORMAT] !== undefined)) return html;
  // Only the innermost of the lists that begin with an item has its number.
  const starts = readLines(contents).flatMap(({ start, opened }) =>
    Array.from({ length: opened }, (_, index) => (index === opened - 1 ? start : undefined)),
  );
  // Blocks that have just ceased to be list items still have the attributes.
  const clean = html.replace(/ (?:data-start="\d+"|style="--start: \d+;")/g, '');
  return clean.replace(/<([ou]l)>/g, (tag, name) => {
    const start = starts.shift();
    return name === 'ol' && start !== undefined ? `<ol start="${start}">` : tag;
  });
}

/** Removes the numbers of lines that begin no numbered list: Enter copies the number, and the end of a list leaves it. */
export function removeStrayStarts(quill: Quill): void {
  if (quill.root.querySelector(`[${START_ATTRIBUTE}]`) === null) return;
  for (const { index, list, start, opened } of readLines(quill.getContents())) {
    const isStray = start !== undefined && !(opened > 0 && list === 'ordered');
    if (isStray) quill.formatLine(index, 1, START_FORMAT, false, 'user');
  }
}

interface Line {
  /** Position of the line break at its end. */
  index: number;
  list: unknown;
  start: unknown;
  /** Number of lists that begin with it: several if it is deeper than the line before by more than one level. */
  opened: number;
}

function readLines(contents: DeltaStatic): Line[] {
  const lines: Line[] = [];
  let index = 0;
  /** The kinds of the lists around the current line, from the outermost one. */
  let kinds: unknown[] = [];
  contents.eachLine((line, { list, indent = 0, [START_FORMAT]: start }) => {
    index += line.length();
    // A picture is a line of its own, but belongs to the line after it here.
    if (line.ops.some(({ insert }) => typeof insert !== 'string')) kinds = [];
    const depth = list === undefined ? 0 : Number(indent) + 1;
    const continued = kinds.slice(0, depth);
    if (continued.length === depth && continued.at(-1) !== list) continued.pop();
    const opened = depth - continued.length;
    lines.push({ index, list, start, opened });
    kinds = [...continued, ...Array(opened).fill(list)];
    index += 1;
  });
  return lines;
}
