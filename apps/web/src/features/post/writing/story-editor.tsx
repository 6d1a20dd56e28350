import { type KeyboardEvent, memo, useEffect, useId, useRef, useState } from 'react';
import ReactQuill, { Quill } from 'react-quill';
import 'react-quill/dist/quill.core.css';
import './story-editor.css';
import { normalizeSpaces } from '../story-html.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { LinkDialog, type LinkFields } from './link-dialog.tsx';
import { type EditorCommand, findCommand } from './shortcuts.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { StoryClipboard } from './story-clipboard.ts';

Quill.register('modules/clipboard', StoryClipboard, true);

/** What the toolbar can make, and nothing else: pasted pictures and formulas are dropped. */
const ALLOWED_FORMATS = [
  'bold',
  'italic',
  'underline',
  'strike',
  'header',
  'list',
  'indent',
  'blockquote',
  'link',
];

// Outside of the component: a new object would make Quill start anew and lose the cursor.
const MODULES = {
  toolbar: false,
  // Pictures are the form's.
  uploader: { mimetypes: [] },
  keyboard: {
    // The Tab key must lead out of the text; Ctrl+] and Ctrl+[ change the depth of a list.
    bindings: {
      tab: null,
      indent: null,
      outdent: null,
      'remove tab': null,
      'indent code-block': null,
      'outdent code-block': null,
    },
  },
};

export interface StoryEditorProps {
  /** Markup to begin with; later changes of it are not taken up, the editor owns its text. */
  initialHtml: string;
  /** `isTyped` is false when the editor only wrote the first markup its own way. */
  onChange: (html: string, isTyped: boolean) => void;
  /** Id of the element that names the field. */
  labelId: string;
  /** Id of the element that says more: the count, or what is wrong. */
  noteId: string;
  isInvalid: boolean;
}

interface Range {
  index: number;
  length: number;
}

/** The rich-text field of a story, 500 px tall. Never drawn anew by its form: each key stroke would cost. */
export const StoryEditor = memo(function StoryEditor({
  initialHtml,
  onChange,
  labelId,
  noteId,
  isInvalid,
}: StoryEditorProps) {
  const editorId = useId();
  const reactQuill = useRef<ReactQuill>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const [formats, setFormats] = useState<Record<string, unknown>>({});
  const [link, setLink] = useState<{ range: Range; initial: LinkFields } | null>(null);
  const [areShortcutsOpen, setShortcutsOpen] = useState(false);

  const syncFormats = (quill: Quill) => {
    const next = formatsAt(quill);
    // The same ones again: nothing is drawn anew on each key stroke.
    setFormats((current) => (JSON.stringify(current) === JSON.stringify(next) ? current : next));
  };
  const runCommand = (command: EditorCommand) => {
    const quill = reactQuill.current?.getEditor();
    if (!quill) return;
    if (command === 'link') setLink(linkAt(quill));
    else if (command === 'shortcuts') setShortcutsOpen(true);
    else if (command === 'toolbar') {
      toolbar.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
    } else applyCommand(quill, command);
    syncFormats(quill);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const command = event.nativeEvent.isComposing ? undefined : findCommand(event);
    // On keyboards with AltGr, Ctrl+Alt writes characters.
    if (command === undefined || event.getModifierState('AltGraph')) return;
    event.preventDefault();
    runCommand(command);
  };

  useEffect(() => {
    const root = reactQuill.current?.getEditor().root;
    if (!root) return;
    root.id = editorId;
    root.setAttribute('role', 'textbox');
    root.setAttribute('aria-multiline', 'true');
    root.setAttribute('aria-labelledby', labelId);
    root.setAttribute('aria-describedby', noteId);
    root.setAttribute('dir', 'auto');
  }, [editorId, labelId, noteId]);
  useEffect(() => {
    reactQuill.current?.getEditor().root.setAttribute('aria-invalid', String(isInvalid));
  }, [isInvalid]);

  const focusText = (range?: Range) => {
    const quill = reactQuill.current?.getEditor();
    if (range) quill?.setSelection(range.index, range.length, 'user');
    else quill?.focus();
  };
  const saveLink = (fields: LinkFields) => {
    const quill = reactQuill.current?.getEditor();
    if (!quill || !link) return;
    setLink(null);
    const length = applyLink(quill, link.range, link.initial.text, fields);
    // After the dialog has given the focus back.
    requestAnimationFrame(() => focusText({ index: link.range.index + length, length: 0 }));
  };
  const removeLink = () => {
    if (!link) return;
    setLink(null);
    const { range } = link;
    reactQuill.current?.getEditor().formatText(range.index, range.length, 'link', false, 'user');
    requestAnimationFrame(() => focusText(range));
  };

  return (
    <div className={`story-editor ${isInvalid ? 'story-editor-invalid' : ''}`}>
      <EditorToolbar
        ref={toolbar}
        formats={formats}
        onCommand={runCommand}
        onEscape={() => focusText()}
        editorId={editorId}
      />
      {/* Before Quill's own listener: what is handled here it leaves alone. */}
      <div onKeyDownCapture={handleKeyDown}>
        <ReactQuill
          ref={reactQuill}
          // Its bare theme: the toolbar and the dialogs are ours.
          theme="default"
          defaultValue={initialHtml}
          modules={MODULES}
          formats={ALLOWED_FORMATS}
          placeholder="Where were you, and what did you see?"
          onChange={(html, _delta, source) => {
            onChange(normalizeSpaces(html), source === 'user');
            const quill = reactQuill.current?.editor;
            if (quill) syncFormats(quill);
          }}
          onChangeSelection={(range) => {
            const quill = reactQuill.current?.editor;
            if (range && quill) syncFormats(quill);
          }}
        />
      </div>
      {link && (
        <LinkDialog
          initial={link.initial}
          onSave={saveLink}
          onRemove={removeLink}
          onClose={() => setLink(null)}
        />
      )}
      {areShortcutsOpen && <ShortcutsDialog onClose={() => setShortcutsOpen(false)} />}
    </div>
  );
});

/** The formats at the cursor; none while the text has not had the focus. */
function formatsAt(quill: Quill): Record<string, unknown> {
  const range = quill.selection.savedRange;
  return range.index > quill.getLength() ? {} : quill.getFormat(range.index, range.length);
}

/** Changes the text where the cursor is, or was when a button took the focus. */
function applyCommand(quill: Quill, command: EditorCommand): void {
  quill.focus();
  // Undo takes back the command alone, not the words typed just before it.
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

/** The link that the cursor is in, or the selection that is to become one. */
function linkAt(quill: Quill): { range: Range; initial: LinkFields } {
  const selected = quill.getSelection(true);
  const address: unknown = quill.getFormat(selected)['link'];
  if (typeof address !== 'string') {
    return { range: selected, initial: { text: quill.getText(selected).replaceAll('\n', ' '), address: '' } };
  }
  // A link goes on over bold words and the like: as far as its address does, on both sides.
  const isSame = (index: number) => quill.getFormat(index, 1)['link'] === address;
  let start = selected.index;
  let end = selected.index + selected.length;
  while (start > 0 && isSame(start - 1)) start -= 1;
  while (end < quill.getLength() && isSame(end)) end += 1;
  const range = { index: start, length: end - start };
  return { range, initial: { text: quill.getText(range), address } };
}

/** Makes `range` a link, with other words where they were changed; gives back the new length. */
function applyLink(quill: Quill, range: Range, oldText: string, { text, address }: LinkFields): number {
  if (range.length > 0 && text === oldText) {
    quill.formatText(range.index, range.length, 'link', address, 'user');
    return range.length;
  }
  if (range.length > 0) quill.deleteText(range.index, range.length, 'user');
  quill.insertText(range.index, text, { link: address }, 'user');
  return text.length;
}
