import type { Post } from '@safarnama/contracts';
import { Eye } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { whenStringsLoaded } from '../../../i18n/strings.ts';
import type { UploadQueue } from '../../../stores/picture-uploads/upload-queue.ts';
import type { PostFields } from '../../../stores/story-draft/draft-record.ts';
import type { PreviewDialogProps } from './preview-dialog.tsx';
import { WRITING_STRINGS } from './strings.ts';

const { preview: STRINGS } = WRITING_STRINGS;

async function loadDialog() {
  const { PreviewDialog } = await import('./preview-dialog.tsx');
  await whenStringsLoaded();
  return PreviewDialog;
}

interface PreviewButtonProps {
  values: PostFields;
  post: Post | null;
  uploads: UploadQueue;
}

/** Opens the preview of the story. Its script is loaded when it is opened for the first time. */
export function PreviewButton({ values, post, uploads }: PreviewButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [Dialog, setDialog] = useState<ComponentType<PreviewDialogProps> | null>(null);
  // Not with `lazy`: a script that fails to load would replace the whole form.
  const open = () => {
    loadDialog().then(
      (LoadedDialog) => {
        setDialog(() => LoadedDialog);
        setIsOpen(true);
      },
      () => toastFailure(STRINGS.failed),
    );
  };
  return (
    <>
      <button type="button" className="button button-quiet max-sm:px-3" aria-haspopup="dialog" onClick={open}>
        {/* On a phone, the line about the draft needs the space. */}
        <Eye aria-hidden className="size-5 sm:hidden" />
        <span className="max-sm:sr-only">{STRINGS.open}</span>
      </button>
      {Dialog && isOpen && (
        <Dialog values={values} post={post} uploads={uploads} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
