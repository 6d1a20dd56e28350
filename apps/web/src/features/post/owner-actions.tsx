import type { Post } from '@safarnama/contracts';
import { PenLine, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { useBlogStore } from '../../stores/blog.store.ts';
import { READING } from './strings-reading.ts';

/** Edit and Delete, for the writer of a story alone. */
export function OwnerActions({ post }: { post: Post }) {
  const deletePost = useBlogStore((state) => state.deletePost);
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setIsBusy] = useState(false);

  const handleDelete = async () => {
    setIsBusy(true);
    const isDeleted = await deletePost(post._id);
    setIsBusy(false);
    dialog.current?.close();
    if (!isDeleted) {
      toast.error(useBlogStore.getState().error ?? READING.deleteFailed);
      return;
    }
    toast.success(READING.postDeleted);
    navigate(paths.myPosts, { replace: true });
  };
  return (
    <>
      <Link to={paths.editPost(post._id)} state={{ post }} className="button button-quiet">
        <PenLine aria-hidden className="size-4" />
        {READING.editPost}
      </Link>
      <button type="button" className="button button-danger" onClick={() => dialog.current?.showModal()}>
        <Trash2 aria-hidden className="size-4" />
        {READING.deletePost}
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="delete-title"
        className="card m-auto max-w-sm p-6 text-ink backdrop:bg-[rgb(20_15_5/0.55)]"
      >
        <h2 id="delete-title" className="text-2xl">
          Delete this story?
        </h2>
        <p className="mt-2 text-ink-soft">It goes for good, with its picture, likes and comments.</p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <button type="button" className="button button-quiet" onClick={() => dialog.current?.close()}>
            Keep it
          </button>
          <button type="button" className="button button-danger" disabled={isBusy} onClick={handleDelete}>
            Delete for good
          </button>
        </div>
      </dialog>
    </>
  );
}
