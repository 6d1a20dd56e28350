import { Quill } from 'react-quill';
import { toLeftToRightKey } from '../../../lib/arrow-key.ts';
import { FigureBlot } from './figure-blot.ts';
import type { FigureCommand } from './figure-panel.tsx';

type Run = (blot: FigureBlot, command: FigureCommand) => void;

/** Keys of a picture that has the focus. */
const COMMANDS: ReadonlyMap<string, FigureCommand> = new Map([
  ['Enter', 'below'],
  ['Delete', 'remove'],
  ['Backspace', 'remove'],
  ['Alt+ArrowUp', 'up'],
  ['Alt+ArrowDown', 'down'],
]);
const BACKWARD = new Set(['ArrowUp', 'ArrowLeft', 'Backspace']);
const FORWARD = new Set(['ArrowDown', 'ArrowRight', 'Delete']);

/**
 * Handles keys and clicks on the pictures in the text, and moves the focus between them and the lines around them.
 *
 * @returns a function that removes the listeners.
 */
export function handleFigureKeys(quill: Quill, run: Run): () => void {
  const { root } = quill;
  // The text may have another direction than the page.
  const toKey = ({ key }: KeyboardEvent) => toLeftToRightKey(key, getComputedStyle(root).direction === 'rtl');
  const handleKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    if (event.isComposing || !(target instanceof HTMLElement)) return;
    const blot = Quill.find(target, true);
    if (blot instanceof FigureBlot) {
      if (target === blot.node) handleOwnKey(event, blot);
      else if (event.key === 'Escape') blot.node.focus();
      return;
    }
    if (target === root && !isModified(event)) focusNeighbour(event);
  };

  function handleOwnKey(event: KeyboardEvent, blot: FigureBlot): void {
    const key = toKey(event);
    const command = COMMANDS.get(event.altKey ? `Alt+${key}` : key);
    if (command !== undefined && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      run(blot, command);
    } else if (!isModified(event) && (BACKWARD.has(key) || FORWARD.has(key))) {
      event.preventDefault();
      leave(blot, FORWARD.has(key) ? 'below' : 'above');
    }
    // Typing would change the text somewhere else.
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
  }

  /** Moves to the adjacent line or picture; adds a line at an end of the text. */
  function leave(blot: FigureBlot, side: 'above' | 'below'): void {
    const neighbour = side === 'below' ? blot.next : blot.prev;
    if (neighbour instanceof FigureBlot) neighbour.node.focus();
    else run(blot, side);
  }

  /** Moves the focus from the edge of a line to the adjacent picture, which would otherwise be skipped or deleted. */
  function focusNeighbour(event: KeyboardEvent): void {
    const key = toKey(event);
    const isBackward = BACKWARD.has(key);
    if (!isBackward && !FORWARD.has(key)) return;
    const range = quill.getSelection();
    if (!range || range.length > 0) return;
    const [line, offset] = quill.getLine(range.index);
    if (!line) return;
    const start = range.index - offset;
    const edge = isBackward ? start : start + line.length() - 1;
    const isVertical = key === 'ArrowUp' || key === 'ArrowDown';
    const isAtEdge = isVertical ? isSameRow(range.index, edge) : range.index === edge;
    if (!isAtEdge) return;
    const [neighbour] = quill.getLine(isBackward ? start - 1 : start + line.length());
    if (!(neighbour instanceof FigureBlot) || (isBackward && start === 0)) return;
    // An empty line is deleted with Backspace or Delete, as next to any other line.
    const isDeletion = key === 'Backspace' || key === 'Delete';
    if (isDeletion && line.length() === 1 && quill.getLength() > start + 1) {
      quill.history.cutoff();
      quill.deleteText(start, 1, 'user');
      quill.history.cutoff();
    }
    event.preventDefault();
    event.stopPropagation();
    neighbour.node.focus();
  }

  function isSameRow(index: number, otherIndex: number): boolean {
    return quill.getBounds(index)?.top === quill.getBounds(otherIndex)?.top;
  }

  root.addEventListener('keydown', handleKeyDown, true);
  const handleClick = ({ target }: MouseEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const blot = Quill.find(target, true);
    if (blot instanceof FigureBlot && !blot.panel?.contains(target)) blot.node.focus();
  };
  root.addEventListener('click', handleClick);
  return () => {
    root.removeEventListener('keydown', handleKeyDown, true);
    root.removeEventListener('click', handleClick);
  };
}

function isModified({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}
