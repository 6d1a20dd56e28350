import type { StoryEditorProps } from '../features/post/writing/story-editor.tsx';

/** Replaces the rich-text editor, which needs the layout that jsdom lacks, with a plain field for the markup. */
export function StoryEditor({ initialHtml, onChange }: StoryEditorProps) {
  return (
    <textarea
      aria-label="Your story"
      defaultValue={initialHtml}
      onChange={(event) => onChange(event.target.value, true)}
    />
  );
}
