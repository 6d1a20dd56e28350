import type { Post } from '@safarnama/contracts';
import { PenLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { Link, useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { paths } from '../../../config/paths.ts';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { STORY_STRINGS } from './story-strings.ts';

/** The Edit and Delete buttons, for the author only. */
export function OwnerActions({ post }: { post: Post }) {
  const deletePost = useBlogStore((state) => state.deletePost);
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);

  const handleDelete = async () => {
    const isDeleted = await deletePost(post._id);
    // Closed before the toast is shown, which would otherwise appear behind the dialog.
    setIsConfirming(false);
    if (!isDeleted) {
      toastFailure(useBlogStore.getState().error ?? STORY_STRINGS.deleteFailed);
      return;
    }
    toast.success(STORY_STRINGS.postDeleted);
    navigate(paths.myPosts, { replace: true });
  };
  return (
    <>
      <Link to={paths.editPost(post._id)} state={{ post }} className="button button-quiet">
        <PenLine aria-hidden className="size-4" />
        {STORY_STRINGS.editPost}
      </Link>
      <button
        type="button"
        className="button button-danger"
        aria-haspopup="dialog"
        onClick={() => setIsConfirming(true)}
      >
        <Trash2 aria-hidden className="size-4" />
        {STORY_STRINGS.deletePost}
      </button>
      {isConfirming && (
        <ConfirmDialog
          title={STORY_STRINGS.deleteTitle}
          text={STORY_STRINGS.deleteText}
          cancelLabel={STORY_STRINGS.cancelDelete}
          confirmLabel={STORY_STRINGS.confirmDelete}
          busyLabel={STORY_STRINGS.deleting}
          onClose={() => setIsConfirming(false)}
          onConfirm={handleDelete}
        >
          <p className="mt-2 line-clamp-3 font-semibold" dir="auto">
            {post.blogTitle}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
