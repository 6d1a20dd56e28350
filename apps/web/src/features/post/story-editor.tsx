import { memo, useEffect, useId, useRef } from 'react';
import ReactQuill from 'react-quill';
import 'react-quill/dist/quill.snow.css';
import './story-editor.css';
import { normalizeSpaces } from '../../lib/story-html.ts';

/** What the toolbar can make, and nothing else: pasted pictures and formulas are dropped. */
const FORMATS = ['bold', 'italic', 'underline', 'strike', 'header', 'list', 'blockquote', 'link'];

/** Buttons of Quill's own classes: its toolbar finds them, fills in their drawings and marks them as pressed. */
const BUTTONS = [
  { name: 'Bold', className: 'ql-bold' },
  { name: 'Italic', className: 'ql-italic' },
  { name: 'Underline', className: 'ql-underline' },
  { name: 'Strike through', className: 'ql-strike' },
  { name: 'Heading', className: 'ql-header', value: '2' },
  { name: 'Small heading', className: 'ql-header', value: '3' },
  { name: 'Quote', className: 'ql-blockquote' },
  { name: 'Numbered list', className: 'ql-list', value: 'ordered' },
  { name: 'Bulleted list', className: 'ql-list', value: 'bullet' },
  { name: 'Link', className: 'ql-link' },
  { name: 'Remove formatting', className: 'ql-clean' },
] as const;

export interface StoryEditorProps {
  /** Markup to begin with; later changes of it are not taken up, the editor owns its text. */
  initialHtml: string;
  onChange: (html: string) => void;
  /** Id of the element that names the field. */
  labelId: string;
}

/** The rich-text field of a story, 500 px tall. Never drawn anew by its form: each key stroke would cost. */
export const StoryEditor = memo(function StoryEditor({ initialHtml, onChange, labelId }: StoryEditorProps) {
  const toolbarId = `toolbar${useId().replaceAll(/\W/g, '')}`;
  const quill = useRef<ReactQuill>(null);
  // A new object would make Quill start anew and lose the cursor.
  const modules = useRef({ toolbar: `#${toolbarId}` });

  useEffect(() => {
    const root = quill.current?.getEditor().root;
    root?.setAttribute('role', 'textbox');
    root?.setAttribute('aria-multiline', 'true');
    root?.setAttribute('aria-labelledby', labelId);
    root?.setAttribute('dir', 'auto');
  }, [labelId]);

  return (
    <div className="story-editor">
      <div id={toolbarId} role="toolbar" aria-label="Formatting">
        {BUTTONS.map(({ name, className, ...rest }) => (
          <button key={name} type="button" className={className} aria-label={name} title={name} {...rest} />
        ))}
      </div>
      <ReactQuill
        ref={quill}
        theme="snow"
        defaultValue={initialHtml}
        modules={modules.current}
        formats={FORMATS}
        placeholder="Where were you, and what did you see?"
        onChange={(html) => onChange(normalizeSpaces(html))}
      />
    </div>
  );
});
