import type { Quill } from 'react-quill';
import { splitLinks } from '../../../lib/linkify.ts';
import { removeStrayStarts } from './list-start.ts';
import { releaseSelection } from './quill-commands.ts';

/** A change of the text, as Quill reports it. */
interface Change {
  ops: readonly { insert?: unknown; retain?: unknown }[];
}

/** Heading level by its marker, typed at the start of a line and followed by a space. */
const HEADING_LEVELS: ReadonlyMap<string, number> = new Map([
  ['##', 2],
  ['###', 3],
]);

/**
 * Formats text while it is typed: an address becomes a link when a space or line break follows it or the focus leaves
 * the text, and `## ` or `### ` starts a heading. The first undo removes only the formatting. Also keeps the numbers of
 * lists at their first items.
 *
 * @returns a function that stops it.
 */
export function autoformat(quill: Quill): () => void {
  const handleChange = (change: Change, _before: unknown, source: string) => {
    if (source !== 'user') return;
    removeStrayStarts(quill);
    const index = findTypedSpace(change);
    if (index === null) return;
    if (!startHeading(quill, index)) linkWordBefore(quill, index);
  };
  const handleBlur = () => {
    // While only the window has lost the focus, the text still has it.
    if (!quill.hasFocus()) linkWordBefore(quill, quill.selection.savedRange.index);
  };
  quill.on('text-change', handleChange);
  quill.root.addEventListener('blur', handleBlur);
  return () => {
    quill.off('text-change', handleChange);
    quill.root.removeEventListener('blur', handleBlur);
  };
}

/** Turns the addresses of a range into links, except those that are already links. */
export function linkAddresses(quill: Quill, start: number, end: number): void {
  let index = start;
  for (const { text, href } of splitLinks(readText(quill, start, end))) {
    const { length } = text;
    if (href !== undefined && !hasLink(quill, index, length)) {
      releaseSelection(quill);
      quill.history.cutoff();
      quill.formatText(index, length, 'link', href, 'user');
      quill.history.cutoff();
    }
    index += length;
  }
}

/** Turns the word that ends at `index` into a link if it is an address. */
export function linkWordBefore(quill: Quill, index: number): void {
  const word = /\S*$/.exec(readLineBefore(quill, index))?.[0] ?? '';
  linkAddresses(quill, index - word.length, index);
}

/** @returns whether a heading marker was typed, and the line is a heading now. */
function startHeading(quill: Quill, index: number): boolean {
  const marker = readLineBefore(quill, index);
  const level = HEADING_LEVELS.get(marker);
  const isSpace = /[^\S\n]/.test(readText(quill, index, index + 1));
  if (level === undefined || !isSpace) return false;
  const start = index - marker.length;
  quill.history.cutoff();
  quill.deleteText(start, marker.length + 1, 'user');
  quill.formatLine(start, 1, { list: false, blockquote: false, header: level }, 'user');
  quill.history.cutoff();
  return true;
}

/** The index of a space or line break that ends the inserted text; null for any other change. */
function findTypedSpace({ ops }: Change): number | null {
  let index = 0;
  for (const { insert, retain } of ops) {
    if (typeof insert === 'string') return /\s$/.test(insert) ? index + insert.length - 1 : null;
    if (typeof retain === 'number') index += retain;
  }
  return null;
}

function hasLink(quill: Quill, index: number, length: number): boolean {
  return quill.getContents(index, length).ops.some(({ attributes }) => attributes?.['link'] !== undefined);
}

/** The text between the start of the line and `index`. */
function readLineBefore(quill: Quill, index: number): string {
  const [, offset] = quill.getLine(index);
  return readText(quill, index - offset, index);
}

/** The text of a range, with one character for each position. */
function readText(quill: Quill, start: number, end: number): string {
  const { ops } = quill.getContents(start, end - start);
  return ops.map(({ insert }) => (typeof insert === 'string' ? insert : '\n')).join('');
}
