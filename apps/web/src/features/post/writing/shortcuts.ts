import type { EDITOR_STRINGS } from './editor-strings.ts';

/** A Quill format, with its value when active. */
interface Format {
  name: 'bold' | 'italic' | 'underline' | 'strike' | 'header' | 'blockquote' | 'list';
  value: true | string | number;
}

/** Command of a toolbar button or keyboard shortcut. */
export type EditorCommand =
  | Format
  | 'link'
  | 'pictures'
  | 'clean'
  | 'undo'
  | 'redo'
  | 'shortcuts'
  | 'paragraph'
  | 'indent'
  | 'outdent'
  | 'toolbar'
  | 'publish';

/** Key of the text that names a command. */
export type CommandName = keyof typeof EDITOR_STRINGS.commands;

export const FORMATS = {
  bold: { name: 'bold', value: true },
  italic: { name: 'italic', value: true },
  underline: { name: 'underline', value: true },
  strike: { name: 'strike', value: true },
  heading: { name: 'header', value: 2 },
  smallHeading: { name: 'header', value: 3 },
  quote: { name: 'blockquote', value: true },
  numbered: { name: 'list', value: 'ordered' },
  bulleted: { name: 'list', value: 'bullet' },
} as const satisfies Record<string, Format>;

interface Shortcut {
  name: CommandName;
  /** Modifiers, then the key. `Mod` is Cmd on Apple devices and Ctrl elsewhere. */
  keys: readonly string[];
  command: EditorCommand;
}

/** Every shortcut of the editor, in the order of the dialog. */
export const SHORTCUTS: readonly Shortcut[] = [
  { name: 'bold', keys: ['Mod', 'B'], command: FORMATS.bold },
  { name: 'italic', keys: ['Mod', 'I'], command: FORMATS.italic },
  { name: 'underline', keys: ['Mod', 'U'], command: FORMATS.underline },
  { name: 'strike', keys: ['Mod', 'Shift', 'X'], command: FORMATS.strike },
  { name: 'heading', keys: ['Mod', 'Alt', '2'], command: FORMATS.heading },
  { name: 'smallHeading', keys: ['Mod', 'Alt', '3'], command: FORMATS.smallHeading },
  { name: 'paragraph', keys: ['Mod', 'Alt', '0'], command: 'paragraph' },
  { name: 'quote', keys: ['Mod', 'Shift', '9'], command: FORMATS.quote },
  { name: 'numbered', keys: ['Mod', 'Shift', '7'], command: FORMATS.numbered },
  { name: 'bulleted', keys: ['Mod', 'Shift', '8'], command: FORMATS.bulleted },
  { name: 'indent', keys: ['Mod', ']'], command: 'indent' },
  { name: 'outdent', keys: ['Mod', '['], command: 'outdent' },
  { name: 'link', keys: ['Mod', 'K'], command: 'link' },
  { name: 'undo', keys: ['Mod', 'Z'], command: 'undo' },
  { name: 'redo', keys: ['Mod', 'Shift', 'Z'], command: 'redo' },
  { name: 'toolbar', keys: ['Alt', 'F10'], command: 'toolbar' },
  { name: 'publish', keys: ['Mod', 'Enter'], command: 'publish' },
];

const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** The keys as labelled on this device: `Ctrl+Shift+7`, `⌘+Shift+7`. */
export function formatKeys({ keys }: Shortcut): string {
  return keys.map((key) => (key === 'Mod' ? (isApple() ? '⌘' : 'Ctrl') : key)).join('+');
}

/** The shortcut of a toolbar button; undefined when it has none. */
export function shortcutFor(name: CommandName): Shortcut | undefined {
  return SHORTCUTS.find((shortcut) => shortcut.name === name);
}

/** The keys in the format of `aria-keyshortcuts`. */
export function ariaKeys({ keys }: Shortcut): string {
  return keys.map((key) => (key === 'Mod' ? (isApple() ? 'Meta' : 'Control') : key)).join('+');
}

type Keystroke = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The command of a key event; undefined when the key is not a shortcut. */
export function findCommand(event: Keystroke): EditorCommand | undefined {
  const isCommand = isApple() ? event.metaKey : event.ctrlKey;
  const shortcut = SHORTCUTS.find(
    ({ keys }) =>
      keys.includes('Mod') === isCommand &&
      keys.includes('Shift') === event.shiftKey &&
      keys.includes('Alt') === event.altKey &&
      isKey(event, keys.at(-1) ?? ''),
  );
  return shortcut?.command;
}

const CODES: Readonly<Record<string, string>> = { '[': 'BracketLeft', ']': 'BracketRight' };

/**
 * Matches the character that is typed. A digit, or a key that types no Latin letter, as on Indic layouts, also matches
 * by its position.
 */
function isKey({ key, code }: Keystroke, expectedKey: string): boolean {
  if (key.toUpperCase() === expectedKey.toUpperCase()) return true;
  if (/^\d$/.test(expectedKey)) return code === `Digit${expectedKey}`;
  if (/^[a-z]$/i.test(key)) return false;
  return code === (CODES[expectedKey] ?? `Key${expectedKey}`);
}
