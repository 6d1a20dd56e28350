import type { Quill } from 'react-quill';
import type { LinkFields } from './link-dialog.tsx';
import type { EditorCommand } from './shortcuts.ts';

export interface Range {
  index: number;
  length: number;
}

/** The active formats at the cursor; none before the text was first focused. */
export function formatsAt(quill: Quill): Record<string, unknown> {
  const range = quill.selection.savedRange;
  return range.index > quill.getLength() ? {} : quill.getFormat(range.index, range.length);
}

/** Focuses the text and restores its last selection. */
export function focusText(quill: Quill): void {
  quill.focus();
  // Quill's focus() does nothing for a text that has the focus, but no selection.
  if (quill.getSelection() === null) quill.setSelection(quill.selection.savedRange, 'silent');
}

/** Call before a change that the author has not made: Quill would restore the selection after it and take the focus. */
export function releaseSelection(quill: Quill): void {
  const selection = document.getSelection();
  // The selection of another field stays.
  if (!quill.hasFocus() && quill.root.contains(selection?.anchorNode ?? null)) selection?.removeAllRanges();
}

/** Applies a command at the cursor, or where it was when a button took the focus. */
export function applyCommand(quill: Quill, command: EditorCommand): void {
  focusText(quill);
  // Makes the command an undo step of its own, apart from text typed just before it.
  quill.history.cutoff();
  if (command === 'undo') quill.history.undo();
  else if (command === 'redo') quill.history.redo();
  else if (command === 'clean') removeFormatting(quill);
  else if (command === 'paragraph') convertToParagraph(quill);
  else if (command === 'indent' || command === 'outdent') {
    if (quill.getFormat()['list']) quill.format('indent', command === 'indent' ? '+1' : '-1', 'user');
  } else if (typeof command === 'object') {
    const isOn = quill.getFormat()[command.name] === command.value;
    quill.format(command.name, isOn ? false : command.value, 'user');
  }
}

function convertToParagraph(quill: Quill): void {
  for (const name of ['header', 'blockquote', 'list', 'indent']) {
    if (quill.getFormat()[name]) quill.format(name, false, 'user');
  }
}

function removeFormatting(quill: Quill): void {
  const range = quill.getSelection(true);
  if (range.length > 0) {
    quill.removeFormat(range.index, range.length, 'user');
    return;
  }
  for (const name of Object.keys(quill.getFormat())) quill.format(name, false, 'user');
}

/** Focuses the text. @returns the link at the cursor, or the selection to turn into one. */
export function linkAt(quill: Quill): { range: Range; initial: LinkFields } {
  focusText(quill);
  const selected = quill.getSelection(true);
  const address: unknown = quill.getFormat(selected)['link'];
  if (typeof address !== 'string') {
    return { range: selected, initial: { text: quill.getText(selected).replaceAll('\n', ' '), address: '' } };
  }
  // Quill splits a link at format changes, such as bold text; the parts have the same address.
  const isSame = (index: number) => quill.getFormat(index, 1)['link'] === address;
  let start = selected.index;
  let end = selected.index + selected.length;
  while (start > 0 && isSame(start - 1)) start -= 1;
  while (end < quill.getLength() && isSame(end)) end += 1;
  const range = { index: start, length: end - start };
  return { range, initial: { text: quill.getText(range), address } };
}

/**
 * Makes `range` a link, and replaces its text if it was edited. A text with pictures is not replaced: the link is
 * inserted after it.
 *
 * @param oldText - the text of `range` before it was edited.
 * @returns the new length of `range`.
 */
export function applyLink(
  quill: Quill,
  range: Range,
  oldText: string,
  { text, address }: LinkFields,
): number {
  if (range.length > 0 && text === oldText) {
    quill.formatText(range.index, range.length, 'link', address, 'user');
    return range.length;
  }
  const hasPictures = quill.getContents(range.index, range.length).ops.some(isEmbed);
  const offset = hasPictures ? range.length : 0;
  if (range.length > offset) quill.deleteText(range.index, range.length, 'user');
  quill.insertText(range.index + offset, text, { link: address }, 'user');
  return offset + text.length;
}

const isEmbed = ({ insert }: { insert?: unknown }) => typeof insert !== 'string';
