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
import { toLeftToRightKey } from '../../../lib/arrow-key.ts';
import { EDITOR_STRINGS } from './editor-strings.ts';
import {
  ariaKeys,
  type CommandName,
  type EditorCommand,
  FORMATS,
  formatKeys,
  shortcutFor,
} from './shortcuts.ts';

interface Tool {
  name: CommandName;
  Icon: LucideIcon;
  command: EditorCommand;
}

const GROUPS: readonly (readonly Tool[])[] = [
  [
    { name: 'bold', Icon: Bold, command: FORMATS.bold },
    { name: 'italic', Icon: Italic, command: FORMATS.italic },
    { name: 'underline', Icon: Underline, command: FORMATS.underline },
    { name: 'strike', Icon: Strikethrough, command: FORMATS.strike },
  ],
  [
    { name: 'heading', Icon: Heading2, command: FORMATS.heading },
    { name: 'smallHeading', Icon: Heading3, command: FORMATS.smallHeading },
    { name: 'quote', Icon: TextQuote, command: FORMATS.quote },
    { name: 'numbered', Icon: ListOrdered, command: FORMATS.numbered },
    { name: 'bulleted', Icon: List, command: FORMATS.bulleted },
  ],
  [
    { name: 'link', Icon: Link2, command: 'link' },
    { name: 'pictures', Icon: ImagePlus, command: 'pictures' },
    { name: 'clean', Icon: RemoveFormatting, command: 'clean' },
  ],
  [
    { name: 'undo', Icon: Undo2, command: 'undo' },
    { name: 'redo', Icon: Redo2, command: 'redo' },
    { name: 'shortcuts', Icon: Keyboard, command: 'shortcuts' },
  ],
];
const TOOLS = GROUPS.flat();

interface EditorToolbarProps {
  ref: RefObject<HTMLDivElement | null>;
  /** Active formats at the cursor, by their Quill names. */
  formats: Record<string, unknown>;
  onCommand: (command: EditorCommand) => void;
  /** Called when Escape is pressed, which moves the focus to the text. */
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
    const next = nextIndex(toLeftToRightKey(event.key), focusedIndex);
    if (next === null) return;
    event.preventDefault();
    setFocusedIndex(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label={EDITOR_STRINGS.formatting}
      aria-controls={editorId}
      className="story-toolbar"
      onKeyDown={handleKeyDown}
    >
      {GROUPS.map((group) => (
        <div key={group[0]?.name} className="story-toolbar-group">
          {group.map(({ name, Icon, command }) => {
            const index = TOOLS.findIndex((tool) => tool.name === name);
            const shortcut = shortcutFor(name);
            const label = EDITOR_STRINGS.commands[name];
            return (
              <button
                key={name}
                type="button"
                aria-label={label}
                title={shortcut ? `${label} (${formatKeys(shortcut)})` : label}
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

function nextIndex(key: string, focusedIndex: number): number | null {
  const last = TOOLS.length - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowRight') return focusedIndex === last ? 0 : focusedIndex + 1;
  if (key === 'ArrowLeft') return focusedIndex === 0 ? last : focusedIndex - 1;
  return null;
}
