/** A format of the text, with the value that it has when it is on. */
interface Format {
  name: 'bold' | 'italic' | 'underline' | 'strike' | 'header' | 'blockquote' | 'list';
  value: true | string | number;
}

/** What the buttons and the keys of the editor do. */
export type EditorCommand =
  | Format
  | 'link'
  | 'clean'
  | 'undo'
  | 'redo'
  | 'shortcuts'
  | 'paragraph'
  | 'indent'
  | 'outdent'
  | 'toolbar';

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
  label: string;
  /** The last is the key itself; before it what is held, `Mod` for the device's command key. */
  keys: readonly string[];
  /** Nothing for what the form of the story does. */
  command?: EditorCommand;
}

/** Every shortcut of the editor, as the dialog lists them. */
export const SHORTCUTS: readonly Shortcut[] = [
  { label: 'Bold', keys: ['Mod', 'B'], command: FORMATS.bold },
  { label: 'Italic', keys: ['Mod', 'I'], command: FORMATS.italic },
  { label: 'Underline', keys: ['Mod', 'U'], command: FORMATS.underline },
  { label: 'Strike through', keys: ['Mod', 'Shift', 'X'], command: FORMATS.strike },
  { label: 'Heading', keys: ['Mod', 'Alt', '2'], command: FORMATS.heading },
  { label: 'Small heading', keys: ['Mod', 'Alt', '3'], command: FORMATS.smallHeading },
  { label: 'Plain paragraph', keys: ['Mod', 'Alt', '0'], command: 'paragraph' },
  { label: 'Quote', keys: ['Mod', 'Shift', '9'], command: FORMATS.quote },
  { label: 'Numbered list', keys: ['Mod', 'Shift', '7'], command: FORMATS.numbered },
  { label: 'Bulleted list', keys: ['Mod', 'Shift', '8'], command: FORMATS.bulleted },
  { label: 'Deeper in a list', keys: ['Mod', ']'], command: 'indent' },
  { label: 'Less deep in a list', keys: ['Mod', '['], command: 'outdent' },
  { label: 'Link', keys: ['Mod', 'K'], command: 'link' },
  { label: 'Undo', keys: ['Mod', 'Z'], command: 'undo' },
  { label: 'Redo', keys: ['Mod', 'Shift', 'Z'], command: 'redo' },
  { label: 'To the buttons; Escape leads back', keys: ['Alt', 'F10'], command: 'toolbar' },
  { label: 'Publish', keys: ['Mod', 'Enter'] },
];

const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** The keys as this device names them: `Ctrl+Shift+7`, `⌘+Shift+7`. */
export function formatKeys({ keys }: Shortcut): string {
  return keys.map((key) => (key === 'Mod' ? (isApple() ? '⌘' : 'Ctrl') : key)).join('+');
}

/** The shortcut of a button by its name; undefined when it has none. */
export function shortcutFor(label: string): Shortcut | undefined {
  return SHORTCUTS.find((shortcut) => shortcut.label === label);
}

/** The keys as `aria-keyshortcuts` takes them. */
export function ariaKeys({ keys }: Shortcut): string {
  return keys.map((key) => (key === 'Mod' ? (isApple() ? 'Meta' : 'Control') : key)).join('+');
}

type KeyStroke = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The command of a key stroke; undefined when it is none of ours. */
export function findCommand(event: KeyStroke): EditorCommand | undefined {
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

/** By the letter on a Latin keyboard; by the place of the key on a Hindi or Tamil one, and for digits. */
function isKey({ key, code }: KeyStroke, expectedKey: string): boolean {
  if (key.toUpperCase() === expectedKey.toUpperCase()) return true;
  if (/^\d$/.test(expectedKey)) return code === `Digit${expectedKey}`;
  if (/^[a-z]$/i.test(key)) return false;
  return code === (CODES[expectedKey] ?? `Key${expectedKey}`);
}
