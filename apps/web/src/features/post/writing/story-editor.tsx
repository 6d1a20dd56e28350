import { type KeyboardEvent, memo, useEffect, useId, useRef, useState } from 'react';
import ReactQuill, { Quill } from 'react-quill';
import 'react-quill/dist/quill.core.css';
import './story-editor.css';
import { normalizeSpaces } from '../story-html.ts';
import { autoformat, linkWordBefore } from './autoformat.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { LinkDialog, type LinkFields } from './link-dialog.tsx';
import { applyCommand, applyLink, focusText, formatsAt, linkAt, type Range } from './quill-commands.ts';
import { type EditorCommand, findCommand } from './shortcuts.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { StoryClipboard } from './story-clipboard.ts';

Quill.register('modules/clipboard', StoryClipboard, true);

/** The formats of the toolbar. Quill drops all others, such as pasted pictures and formulas. */
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

// Outside of the component, since a new object would make ReactQuill recreate the editor and lose the cursor.
const MODULES = {
  toolbar: false,
  // The form handles pictures.
  uploader: { mimetypes: [] },
  keyboard: {
    // Tab has to move the focus on; Ctrl+] and Ctrl+[ indent and outdent lists.
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
  /** Initial markup; the editor owns the text and ignores later changes of this prop. */
  initialHtml: string;
  /** `isTyped` is false when the editor only normalized the initial markup. */
  onChange: (html: string, isTyped: boolean) => void;
  /** Id of the element that names the field. */
  labelId: string;
  /** Ids of the elements that describe it, separated by a space: its error and the word count. */
  noteIds: string;
  isInvalid: boolean;
}

/** The rich-text field of a story, 500 px tall. Memoized, so that the form does not re-render it on each key stroke. */
export const StoryEditor = memo(function StoryEditor({
  initialHtml,
  onChange,
  labelId,
  noteIds,
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
    // Keeps the same object while nothing changes, to avoid a re-render on each key stroke.
    setFormats((current) => (JSON.stringify(current) === JSON.stringify(next) ? current : next));
  };
  const runCommand = (command: EditorCommand) => {
    const quill = reactQuill.current?.getEditor();
    if (!quill) return;
    if (command === 'link') setLink(linkAt(quill));
    else if (command === 'shortcuts') setShortcutsOpen(true);
    else if (command === 'toolbar') {
      toolbar.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
    } else if (command === 'publish') {
      // The form publishes the story; an address at its end has to be a link by then.
      linkWordBefore(quill, quill.selection.savedRange.index);
    } else applyCommand(quill, command);
    syncFormats(quill);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const command = event.nativeEvent.isComposing ? undefined : findCommand(event);
    // AltGr, which types characters, reports Ctrl+Alt.
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
    root.setAttribute('aria-describedby', noteIds);
    root.setAttribute('dir', 'auto');
  }, [editorId, labelId, noteIds]);
  useEffect(() => {
    const quill = reactQuill.current?.getEditor();
    return quill && autoformat(quill);
  }, []);
  useEffect(() => {
    reactQuill.current?.getEditor().root.setAttribute('aria-invalid', String(isInvalid));
  }, [isInvalid]);

  const handleToolbarEscape = () => {
    const quill = reactQuill.current?.getEditor();
    if (quill) focusText(quill);
  };
  const selectText = ({ index, length }: Range) => {
    // Waits until the dialog has restored the focus.
    requestAnimationFrame(() => reactQuill.current?.getEditor().setSelection(index, length, 'user'));
  };
  const saveLink = (fields: LinkFields) => {
    const quill = reactQuill.current?.getEditor();
    if (!quill || !link) return;
    setLink(null);
    const length = applyLink(quill, link.range, link.initial.text, fields);
    selectText({ index: link.range.index + length, length: 0 });
  };
  const removeLink = () => {
    if (!link) return;
    setLink(null);
    const { range } = link;
    reactQuill.current?.getEditor().formatText(range.index, range.length, 'link', false, 'user');
    selectText(range);
  };

  return (
    <div className={`story-editor ${isInvalid ? 'story-editor-invalid' : ''}`}>
      <EditorToolbar
        ref={toolbar}
        formats={formats}
        onCommand={runCommand}
        onEscape={handleToolbarEscape}
        editorId={editorId}
      />
      {/* Captures the event before Quill's listener, which ignores prevented events. */}
      <div onKeyDownCapture={handleKeyDown}>
        <ReactQuill
          ref={reactQuill}
          // The theme without a toolbar and dialogs, which are ours.
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
