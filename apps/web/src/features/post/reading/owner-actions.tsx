import type { Post } from '@safarnama/contracts';
import { PenLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { Link, useNavigate } from 'react-router-dom';
import { ModalDialog } from '../../../components/modal-dialog.tsx';
import { paths } from '../../../config/paths.ts';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { READING_STRINGS } from './strings.ts';

/** Edit and Delete, for the writer of a story alone. */
export function OwnerActions({ post }: { post: Post }) {
  const deletePost = useBlogStore((state) => state.deletePost);
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  const handleDelete = async () => {
    setIsBusy(true);
    const isDeleted = await deletePost(post._id);
    setIsBusy(false);
    // First of all: a toast would be behind the dialog.
    setIsConfirming(false);
    if (!isDeleted) {
      toast.error(useBlogStore.getState().error ?? READING_STRINGS.deleteFailed);
      return;
    }
    toast.success(READING_STRINGS.postDeleted);
    navigate(paths.myPosts, { replace: true });
  };
  const handleCancel = () => {
    // What is on its way cannot be called back.
    if (!isBusy) setIsConfirming(false);
  };
  return (
    <>
      <Link to={paths.editPost(post._id)} state={{ post }} className="button button-quiet">
        <PenLine aria-hidden className="size-4" />
        {READING_STRINGS.editPost}
      </Link>
      <button
        type="button"
        className="button button-danger"
        aria-haspopup="dialog"
        onClick={() => setIsConfirming(true)}
      >
        <Trash2 aria-hidden className="size-4" />
        {READING_STRINGS.deletePost}
      </button>
      {isConfirming && (
        <ModalDialog title="Delete this story?" onClose={handleCancel}>
          <p className="mt-2 line-clamp-3 font-semibold" dir="auto">
            {post.blogTitle}
          </p>
          <p className="mt-2 text-ink-soft">It goes for good, with its picture, likes and comments.</p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <button type="button" className="button button-quiet" disabled={isBusy} onClick={handleCancel}>
              Keep it
            </button>
            <button type="button" className="button button-danger" disabled={isBusy} onClick={handleDelete}>
              {isBusy ? 'Deleting…' : 'Delete for good'}
            </button>
          </div>
        </ModalDialog>
      )}
    </>
  );
}
