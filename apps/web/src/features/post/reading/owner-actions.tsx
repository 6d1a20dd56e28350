import type { Post } from '@safarnama/contracts';
import { History, PenLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { paths } from '../../../config/paths.ts';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { trackOtherUser } from '../../../stores/track-user.ts';
import { STORY_STRINGS } from './story-strings.ts';
import { toastUndoable } from './toast-undoable.tsx';
import { describeDeletion } from './undoable-changes.ts';
import { UnpublishButton } from './unpublish-button.tsx';

/** The Edit, Versions, Unpublish and Delete buttons, for the author only. */
export function OwnerActions({ post }: { post: Post }) {
  const deletePost = useBlogStore((state) => state.deletePost);
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);

  const handleDelete = async () => {
    if (isDeleting) return;
    const before = useBlogStore.getState();
    const hasOtherSignedIn = trackOtherUser();
    setIsDeleting(true);
    const isDeleted = await deletePost(post._id);
    setIsDeleting(false);
    // The result is unknown then, and does not concern another user who has signed in.
    if (hasOtherSignedIn()) return;
    const { error, currentPost } = useBlogStore.getState();
    if (!isDeleted) {
      toastFailure(error ?? STORY_STRINGS.deleteFailed);
      return;
    }
    toastUndoable(describeDeletion({ post, before }));
    // Stays on the current page if the user has left the story in the meantime.
    if (currentPost?._id === post._id) navigate(paths.myPosts, { replace: true });
  };
  return (
    <>
      <Link to={paths.editPost(post._id)} state={{ post }} className="button button-quiet">
        <PenLine aria-hidden className="size-4" />
        {STORY_STRINGS.editPost}
      </Link>
      {post.version > 1 && (
        <Link to={paths.versions(post._id)} className="button button-quiet">
          <History aria-hidden className="size-4" />
          {STORY_STRINGS.versions}
        </Link>
      )}
      <UnpublishButton post={post} />
      {/* aria-disabled instead of disabled while busy, so that the button keeps the focus. */}
      <button
        type="button"
        className="button button-danger"
        aria-disabled={isDeleting}
        onClick={() => void handleDelete()}
      >
        <Trash2 aria-hidden className="size-4" />
        {isDeleting ? STORY_STRINGS.deleting : STORY_STRINGS.deletePost}
      </button>
    </>
  );
}
