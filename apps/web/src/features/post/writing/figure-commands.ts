import { Quill } from 'react-quill';
import { EMPTY_FIGURE, type Figure } from './figure.ts';
import { FigureBlot, findFigures } from './figure-blot.ts';
import { releaseSelection } from './quill-commands.ts';

const Delta = Quill.import('delta');

/** Makes a change of the text an undo step of its own. */
function asOneStep(quill: Quill, change: () => void): void {
  quill.history.cutoff();
  change();
  quill.history.cutoff();
}

/**
 * Inserts pictures after the line at `index`, or, if that line is empty, in its place, and moves the cursor after them.
 *
 * @param uploads - ids of their uploads.
 */
export function insertFigures(quill: Quill, index: number, uploads: readonly string[]): void {
  const [line] = quill.getLine(Math.min(index, quill.getLength() - 1));
  if (!line) return;
  const start = quill.getIndex(line);
  const isEmpty = !(line instanceof FigureBlot) && line.length() === 1;
  const at = isEmpty ? start : start + line.length();
  asOneStep(quill, () => {
    const delta = new Delta().retain(at);
    for (const upload of uploads) delta.insert({ figure: { ...EMPTY_FIGURE, upload } });
    // The text always ends with a line for the cursor.
    if (at >= quill.getLength()) delta.insert('\n');
    quill.updateContents(delta, 'user');
  });
  quill.setSelection(at + uploads.length, 0, 'silent');
  const first = findFigures(quill).find(({ figure }) => figure.upload === uploads[0]);
  first?.node.scrollIntoView({ block: 'nearest' });
}

/** Changes fields of a picture. */
export function updateFigure(
  quill: Quill,
  blot: FigureBlot,
  change: Partial<Figure>,
  source: 'user' | 'api',
): void {
  const delta = new Delta().retain(quill.getIndex(blot)).retain({ figure: { ...change } });
  if (source === 'api') {
    releaseSelection(quill);
    quill.updateContents(delta, source);
  } else asOneStep(quill, () => quill.updateContents(delta, source));
}

export function removeFigure(quill: Quill, blot: FigureBlot): void {
  asOneStep(quill, () => quill.deleteText(quill.getIndex(blot), 1, 'user'));
}

/**
 * Moves a picture before the line above it, or after the line below it.
 *
 * @returns the moved picture; null if there is no such line.
 */
export function moveFigure(quill: Quill, blot: FigureBlot, direction: 'up' | 'down'): FigureBlot | null {
  const index = quill.getIndex(blot);
  const target = findTarget(quill, index, direction);
  if (target === null) return null;
  const value = { figure: blot.figure };
  const delta =
    target < index
      ? new Delta()
          .retain(target)
          .insert(value)
          .retain(index - target)
          .delete(1)
      : new Delta()
          .retain(index)
          .delete(1)
          .retain(target - index - 1)
          .insert(value);
  asOneStep(quill, () => quill.updateContents(delta, 'user'));
  const moved = target < index ? target : target - 1;
  return findFigures(quill).find((figure) => quill.getIndex(figure) === moved) ?? null;
}

/** The position to which a picture moves; null when it cannot move any further. */
function findTarget(quill: Quill, index: number, direction: 'up' | 'down'): number | null {
  if (direction === 'up') {
    if (index === 0) return null;
    const [above] = quill.getLine(index - 1);
    return above ? quill.getIndex(above) : null;
  }
  // Past the end, Quill returns the last line.
  const [below] = index + 1 < quill.getLength() ? quill.getLine(index + 1) : [null];
  if (!below) return null;
  const end = quill.getIndex(below) + below.length();
  // The last line of the text is only for the cursor.
  const isLastAndEmpty = end >= quill.getLength() && below.length() === 1 && !(below instanceof FigureBlot);
  return isLastAndEmpty ? null : end;
}

/** Moves the cursor to the line above or below a picture; adds the line if there is none. */
export function writeBeside(quill: Quill, blot: FigureBlot, side: 'above' | 'below'): void {
  const index = quill.getIndex(blot) + (side === 'below' ? 1 : 0);
  const [neighbour] = side === 'below' ? quill.getLine(index) : index > 0 ? quill.getLine(index - 1) : [null];
  const hasLine = neighbour !== null && !(neighbour instanceof FigureBlot);
  if (!hasLine) asOneStep(quill, () => quill.updateContents(new Delta().retain(index).insert('\n'), 'user'));
  quill.focus();
  quill.setSelection(side === 'above' && hasLine ? index - 1 : index, 0, 'user');
}
