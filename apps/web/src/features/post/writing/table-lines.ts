import { hasText } from '../story-html.ts';

/** Content that does not fit on one line; a table with such content is a layout table. */
const LAYOUT_CONTENT = 'table, ul, ol, h1, h2, h3, h4, h5, h6';
const BLOCKS = 'p, div, section, blockquote, pre, br';
const SEPARATOR = ' · ';
const EMPTY_CELL = '–';

/**
 * Replaces each table of pasted markup by one paragraph per row, with a separator between the cells. Tables for layout,
 * with a single column or with nested tables, lists or headings, stay.
 *
 * @returns whether a table was replaced.
 */
export function convertTables(body: HTMLElement): boolean {
  const tables = [...body.querySelectorAll('table')].filter(isDataTable);
  for (const table of tables) {
    const lines = [...table.rows].filter(hasText).map(toLine);
    table.replaceWith(...(table.caption ? [table.caption] : []), ...lines);
  }
  return tables.length > 0;
}

function isDataTable(table: HTMLTableElement): boolean {
  return [...table.rows].some(({ cells }) => cells.length > 1) && !table.querySelector(LAYOUT_CONTENT);
}

function toLine(row: HTMLTableRowElement): HTMLElement {
  const line = row.ownerDocument.createElement('p');
  for (const cell of row.cells) {
    if (line.hasChildNodes()) line.append(SEPARATOR);
    line.append(...(hasText(cell) ? readCell(cell) : [EMPTY_CELL]));
  }
  return line;
}

/** The content of a cell on one line; a heading cell is bold. */
function readCell(cell: HTMLTableCellElement): Node[] {
  for (const block of cell.querySelectorAll(BLOCKS)) block.replaceWith(...block.childNodes, ' ');
  cell.normalize();
  joinLines(cell);
  trimText(cell);
  if (cell.localName !== 'th') return [...cell.childNodes];
  const bold = cell.ownerDocument.createElement('strong');
  bold.append(...cell.childNodes);
  return [bold];
}

/** Replaces the line breaks of all texts: a `white-space` style might keep them. */
function joinLines(cell: Element): void {
  const texts = cell.ownerDocument.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    text.nodeValue = (text.nodeValue ?? '').replaceAll('\n', ' ');
  }
}

function trimText({ firstChild, lastChild }: Element): void {
  if (firstChild instanceof Text) firstChild.data = firstChild.data.trimStart();
  if (lastChild instanceof Text) lastChild.data = lastChild.data.trimEnd();
}
