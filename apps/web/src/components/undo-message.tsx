import { type MouseEvent, useEffect, useRef } from 'react';
import { createStrings } from '../i18n/strings.ts';
import { messages } from '../locales/en/undo.ts';
import { focusContent } from './use-focus-lost.ts';

const UNDO_STRINGS = createStrings('undo', messages);

interface UndoMessageProps {
  /** Says what was done. */
  text: string;
  /** The handler must replace or dismiss the toast. */
  onUndo: () => void;
  /** Whether the button receives the focus when it appears; the toast then stays until the focus leaves it. */
  takesFocus?: boolean;
}

/** The content of a toast with an Undo button. */
export function UndoMessage({ text, onUndo, takesFocus = false }: UndoMessageProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const handleUndo = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The button disappears, so the focus moves to the page.
    if (document.activeElement === currentTarget) focusContent();
    onUndo();
  };
  return (
    <span className="flex items-center gap-1">
      <span>{text}</span>
      <button ref={button} type="button" className="link -my-1 min-h-11 shrink-0 px-2" onClick={handleUndo}>
        {UNDO_STRINGS.undo}
      </button>
    </span>
  );
}
