import { type KeyboardEvent, memo, useEffect, useId, useRef, useState } from 'react';
import ReactQuill, { Quill } from 'react-quill';
import 'react-quill/dist/quill.core.css';
import './story-editor.css';
import { useLiveText } from '../../../components/use-live-text.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { isComposingKey } from '../../../lib/composing-key.ts';
import { normalizeSpaces } from '../story-html.ts';
import { autoformat, linkWordBefore } from './autoformat.ts';
import { EDITOR_STRINGS } from './editor-strings.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { FigureLayer, type StoryPictures } from './figure-layer.tsx';
import { createGraphemeBindings } from './grapheme-keys.ts';
import { LinkDialog, type LinkFields } from './link-dialog.tsx';
import { addListStarts, START_FORMAT } from './list-start.ts';
import { applyCommand, applyLink, focusText, formatsAt, linkAt, type Range } from './quill-commands.ts';
import { type EditorCommand, findCommand } from './shortcuts.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { StoryClipboard } from './story-clipboard.ts';
import { useAddPictures } from './use-add-pictures.ts';
import { useCaret } from './use-caret.ts';

Quill.register('modules/clipboard', StoryClipboard, true);

/**
 * The formats of the toolbar, the numbers of the first items of lists, and our pictures. Quill drops all others, such as
 * its own pictures and formulas.
 */
const ALLOWED_FORMATS = [
  'bold',
  'italic',
  'underline',
  'strike',
  'header',
  'list',
  START_FORMAT,
  'indent',
  'blockquote',
  'link',
  'figure',
];

const MODULES = {
  toolbar: false,
  // `useAddPictures` handles files.
  uploader: { mimetypes: [] },
  // Undo must not revert the end of an upload, which gives a picture its URL.
  history: { userOnly: true },
};

/** Tab must move the focus; Ctrl+] and Ctrl+[ indent and outdent lists. */
const KEYS_OFF = {
  tab: null,
  indent: null,
  outdent: null,
  'remove tab': null,
  'indent code-block': null,
  'outdent code-block': null,
};

export interface StoryEditorProps {
  /** Initial markup; the editor owns the text and ignores later changes of this prop. */
  initialHtml: string;
  /** `isEdit` is false when the editor only normalized the initial markup. */
  onChange: (html: string, isEdit: boolean) => void;
  /** Id of the element that names the field. */
  labelId: string;
  /** Ids of the elements that describe the field, separated by a space: its error and the word count. */
  noteIds: string;
  isInvalid: boolean;
  pictures: StoryPictures;
  /** Where the caret was at the last visit; null to leave the editor without focus. */
  initialCaret: number | null;
  onMoveCaret: (caret: number) => void;
}

/** The rich-text field of a story, 500 px tall. Memoized, so that the form does not re-render it on each keystroke. */
export const StoryEditor = memo(function StoryEditor({
  initialHtml,
  onChange,
  labelId,
  noteIds,
  isInvalid,
  pictures,
  initialCaret,
  onMoveCaret,
}: StoryEditorProps) {
  useLanguage();
  const { placeholder } = EDITOR_STRINGS;
  const editorId = useId();
  const reactQuill = useRef<ReactQuill>(null);
  const [quill, setQuill] = useState<Quill | null>(null);
  const [announcement, announce] = useLiveText();
  const { uploads, onAddFiles } = pictures;
  const { pastedPictures, addFiles, handlers, fileInput } = useAddPictures({
    quill,
    uploads,
    onAddFiles,
    initialHtml,
    announce,
  });
  // The same object each time, since a new object would make ReactQuill recreate the editor and lose the cursor.
  const [modules] = useState(() => ({
    ...MODULES,
    keyboard: { bindings: { ...KEYS_OFF, ...createGraphemeBindings() } },
    clipboard: { pictures: pastedPictures },
  }));
  const toolbar = useRef<HTMLDivElement>(null);
  const [formats, setFormats] = useState<Record<string, unknown>>({});
  const [link, setLink] = useState<{ range: Range; initial: LinkFields } | null>(null);
  const [areShortcutsOpen, setShortcutsOpen] = useState(false);

  const syncFormats = (quill: Quill) => {
    const next = formatsAt(quill);
    // Keeps the same object while nothing changes, to avoid a re-render on each keystroke.
    setFormats((current) => (JSON.stringify(current) === JSON.stringify(next) ? current : next));
  };
  const runCommand = (command: EditorCommand) => {
    const quill = reactQuill.current?.getEditor();
    if (!quill) return;
    if (command === 'link') setLink(linkAt(quill));
    else if (command === 'shortcuts') setShortcutsOpen(true);
    else if (command === 'pictures') fileInput.current?.click();
    else if (command === 'toolbar') {
      toolbar.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
    } else if (command === 'publish') {
      // The form publishes the story; an address just before the caret must be a link by then.
      linkWordBefore(quill, quill.selection.savedRange.index);
    } else applyCommand(quill, command);
    syncFormats(quill);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const command = isComposingKey(event) ? undefined : findCommand(event);
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
    // Quill reads its `placeholder` option only when it is created, but the language may change.
    reactQuill.current?.getEditor().root.setAttribute('data-placeholder', placeholder);
  }, [placeholder]);
  useEffect(() => {
    const editor = reactQuill.current?.getEditor();
    if (!editor) return;
    setQuill(editor);
    return autoformat(editor);
  }, []);
  useCaret(quill, initialCaret, onMoveCaret);
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
      <input
        ref={fileInput}
        type="file"
        accept="image/*"
        multiple
        aria-label={EDITOR_STRINGS.picture.files}
        tabIndex={-1}
        className="sr-only"
        onChange={({ currentTarget }) => {
          addFiles([...(currentTarget.files ?? [])]);
          // Lets the user pick the same file again after removing it.
          currentTarget.value = '';
        }}
      />
      {/* Captures the events before Quill's listeners, which ignore prevented events. */}
      <div onKeyDownCapture={handleKeyDown} {...handlers}>
        <ReactQuill
          ref={reactQuill}
          // The theme without a toolbar and dialogs: we render our own.
          theme="default"
          defaultValue={initialHtml}
          modules={modules}
          formats={ALLOWED_FORMATS}
          placeholder={placeholder}
          onChange={(quillHtml, _delta, source, { getContents }) => {
            const html = normalizeSpaces(addListStarts(quillHtml, getContents()));
            // Changes by the program count as edits once the initial text is normalized: they insert uploaded pictures.
            onChange(html, source === 'user' || quill !== null);
            const editor = reactQuill.current?.editor;
            if (editor) syncFormats(editor);
          }}
          onChangeSelection={(range) => {
            const editor = reactQuill.current?.editor;
            if (range && editor) syncFormats(editor);
          }}
        />
      </div>
      <FigureLayer quill={quill} announce={announce} {...pictures} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
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
