import type { Post } from '@safarnama/contracts';
import { Eye } from 'lucide-react';
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
        className="button button-quiet max-sm:px-3"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {/* On a phone, the line about the draft needs the space. */}
        <Eye aria-hidden className="size-5 sm:hidden" />
        <span className="max-sm:sr-only">{WRITING_STRINGS.preview.open}</span>
      </button>
      {isOpen && (
        <Suspense>
          <PreviewDialog values={values} post={post} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
