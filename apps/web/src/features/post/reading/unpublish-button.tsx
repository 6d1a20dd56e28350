import type { Post } from '@safarnama/contracts';
import { EyeOff } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { toast } from '../../../components/toast.ts';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { useBusy } from '../../../components/use-busy.ts';
import { paths } from '../../../config/paths.ts';
import { errorMessage } from '../../../lib/api-client.ts';
import { useBlogStore } from '../../../stores/blog.store.ts';
import { trackOtherUser } from '../../../stores/track-user.ts';
import { isUnchangedDraft, unpublishPost } from '../../../stores/unpublish-post.ts';
import { STORY_STRINGS } from './story-strings.ts';
import { toastUndoable } from './toast-undoable.tsx';
import { describeUnpublication, unpublishedToastId } from './undoable-changes.ts';

/** Turns the story into a draft again and opens the drafts. */
export function UnpublishButton({ post }: { post: Post }) {
  const navigate = useNavigate();
  const [isBusy, unpublish] = useBusy(async () => {
    const before = useBlogStore.getState();
    const hasOtherSignedIn = trackOtherUser();
    try {
      const draft = await unpublishPost(post);
      if (hasOtherSignedIn()) return;
      if (isUnchangedDraft(draft, post)) {
        const change = describeUnpublication({ post, draft, before });
        const undo = async () => {
          await change.undo();
          const { pathname, search } = window.location;
          // Stays on the current page if the user has left the drafts in the meantime.
          if (pathname + search === paths.drafts) navigate(paths.post(post.slug));
        };
        toastUndoable({ ...change, undo });
      } else {
        // Offers no Undo, which would publish the changes, too.
        toast.success(STORY_STRINGS.unpublishedWithChanges, { id: unpublishedToastId(post._id) });
      }
      // Stays on the current page if the user has left the story in the meantime.
      if (useBlogStore.getState().currentPost?._id === post._id) navigate(paths.drafts, { replace: true });
    } catch (error) {
      if (!hasOtherSignedIn()) toastFailure(errorMessage(error, STORY_STRINGS.unpublishFailed));
    }
  });
  return (
    <button
      type="button"
      className="button button-quiet"
      aria-disabled={isBusy}
      onClick={() => void unpublish()}
    >
      <EyeOff aria-hidden className="size-4" />
      {isBusy ? STORY_STRINGS.unpublishing : STORY_STRINGS.unpublish}
    </button>
  );
}
