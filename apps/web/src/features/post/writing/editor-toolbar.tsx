import {
  Bold,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Keyboard,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Redo2,
  RemoveFormatting,
  Strikethrough,
  TextQuote,
  Underline,
  Undo2,
} from 'lucide-react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { ariaKeys, type EditorCommand, FORMATS, formatKeys, shortcutFor } from './shortcuts.ts';

interface Tool {
  name: string;
  Icon: LucideIcon;
  command: EditorCommand;
}

const GROUPS: readonly (readonly Tool[])[] = [
  [
    { name: 'Bold', Icon: Bold, command: FORMATS.bold },
    { name: 'Italic', Icon: Italic, command: FORMATS.italic },
    { name: 'Underline', Icon: Underline, command: FORMATS.underline },
    { name: 'Strikethrough', Icon: Strikethrough, command: FORMATS.strike },
  ],
  [
    { name: 'Heading', Icon: Heading2, command: FORMATS.heading },
    { name: 'Small heading', Icon: Heading3, command: FORMATS.smallHeading },
    { name: 'Quote', Icon: TextQuote, command: FORMATS.quote },
    { name: 'Numbered list', Icon: ListOrdered, command: FORMATS.numbered },
    { name: 'Bulleted list', Icon: List, command: FORMATS.bulleted },
  ],
  [
    { name: 'Link', Icon: Link2, command: 'link' },
    { name: 'Add pictures', Icon: ImagePlus, command: 'pictures' },
    { name: 'Remove formatting', Icon: RemoveFormatting, command: 'clean' },
  ],
  [
    { name: 'Undo', Icon: Undo2, command: 'undo' },
    { name: 'Redo', Icon: Redo2, command: 'redo' },
    { name: 'Shortcuts', Icon: Keyboard, command: 'shortcuts' },
  ],
];
const TOOLS = GROUPS.flat();

interface EditorToolbarProps {
  ref: RefObject<HTMLDivElement | null>;
  /** Active formats at the cursor, by their Quill names. */
  formats: Record<string, unknown>;
  onCommand: (command: EditorCommand) => void;
  /** Called by the Escape key, which returns to the text. */
  onEscape: () => void;
  editorId: string;
}

/** The toolbar of the editor: a single tab stop, with arrow keys between its buttons. */
export function EditorToolbar({ ref, formats, onCommand, onEscape, editorId }: EditorToolbarProps) {
  const [focusedIndex, setFocusedIndex] = useState(0);

  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      onEscape();
      return;
    }
    const next = nextIndex(event.key, focusedIndex, document.dir === 'rtl');
    if (next === null) return;
    event.preventDefault();
    setFocusedIndex(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={editorId}
      className="story-toolbar"
      onKeyDown={handleKeyDown}
    >
      {GROUPS.map((group) => (
        <div key={group[0]?.name} className="story-toolbar-group">
          {group.map(({ name, Icon, command }) => {
            const index = TOOLS.findIndex((tool) => tool.name === name);
            const shortcut = shortcutFor(name);
            return (
              <button
                key={name}
                type="button"
                aria-label={name}
                title={shortcut ? `${name} (${formatKeys(shortcut)})` : name}
                aria-keyshortcuts={shortcut && ariaKeys(shortcut)}
                aria-pressed={isPressed(command, formats)}
                aria-haspopup={command === 'link' || command === 'shortcuts' ? 'dialog' : undefined}
                tabIndex={index === focusedIndex ? 0 : -1}
                onFocus={() => setFocusedIndex(index)}
                // Keeps the selection in the text.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onCommand(command)}
              >
                <Icon aria-hidden className="size-5" />
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function isPressed(command: EditorCommand, formats: Record<string, unknown>): boolean | undefined {
  if (command === 'link') return typeof formats.link === 'string';
  if (typeof command === 'string') return undefined;
  return formats[command.name] === command.value;
}

function nextIndex(key: string, focusedIndex: number, isRtl: boolean): number | null {
  const last = TOOLS.length - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === (isRtl ? 'ArrowLeft' : 'ArrowRight')) return focusedIndex === last ? 0 : focusedIndex + 1;
  if (key === (isRtl ? 'ArrowRight' : 'ArrowLeft')) return focusedIndex === 0 ? last : focusedIndex - 1;
  return null;
}
