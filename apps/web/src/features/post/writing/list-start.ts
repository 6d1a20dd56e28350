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
  const starts = findStarts(contents);
  let depth = 0;
  // Blocks that are no longer list items may still have the attributes.
  const clean = html.replace(/ (?:data-start="\d+"|style="--start: \d+;")/g, '');
  return clean.replace(/<(\/?)([ou]l)>/g, (tag, slash, name) => {
    depth += slash === '' ? 1 : -1;
    const start = slash === '' && depth === 1 ? starts.shift() : undefined;
    return name === 'ol' && start !== undefined ? `<ol start="${start}">` : tag;
  });
}

/** The number of the first item of each list that is not in a list; undefined for a list without one. */
function findStarts(contents: DeltaStatic): unknown[] {
  const starts: unknown[] = [];
  let kind: unknown;
  contents.eachLine((line, { list, indent, [START_FORMAT]: start }) => {
    // A picture is a line of its own, but belongs to the line after it here.
    if (line.ops.some(({ insert }) => typeof insert !== 'string')) kind = undefined;
    // A nested item that begins a list has an empty item around it.
    const isFirst = kind === undefined || (indent === undefined && list !== kind);
    if (list !== undefined && isFirst) starts.push(start);
    if (list === undefined || isFirst) kind = list;
  });
  return starts;
}
