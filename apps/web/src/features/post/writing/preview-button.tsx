import type { Post } from '@safarnama/contracts';
import { lazy, Suspense, useState } from 'react';
import type { PostFields } from '../../../stores/story-draft/draft-record.ts';
import { WRITING_STRINGS } from './strings.ts';

const PreviewDialog = lazy(async () => ({
  default: (await import('./preview-dialog.tsx')).PreviewDialog,
}));

/** Opens the preview of the story. */
export function PreviewButton({ values, post }: { values: PostFields; post: Post | null }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {WRITING_STRINGS.preview.open}
      </button>
      {isOpen && (
        <Suspense>
          <PreviewDialog values={values} post={post} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
