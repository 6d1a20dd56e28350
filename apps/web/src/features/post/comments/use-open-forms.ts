import type { Comment } from '@safarnama/contracts';
import { useState } from 'react';
import { listDraftThreads, listEditedComments } from './comment-drafts.ts';
import type { FormState, Reader } from './comment-row.tsx';
import type { useCommentFocus } from './use-comment-focus.ts';

/**
 * The editors and reply forms that are open. Those with a draft from an earlier visit are open at first, but do not
 * take the focus.
 */
export function useOpenForms({ userId, postId }: Reader, focus: ReturnType<typeof useCommentFocus>) {
  const [editors, setEditors] = useState<ReadonlyMap<string, FormState>>(
    () => new Map(listEditedComments(userId, postId).map((id) => [id, 'open'])),
  );
  /** By thread, the button that opened the reply form; null for a draft from an earlier visit. */
  const [openers, setOpeners] = useState<ReadonlyMap<string, HTMLElement | null>>(
    () => new Map(listDraftThreads(userId, postId).map((id) => [id, null])),
  );
  return {
    /** Ids of the comments with a form. They may have been removed since an earlier visit. */
    usedIds: new Set([...editors.keys(), ...openers.keys()]),
    editorOf: (commentId: string): FormState => editors.get(commentId) ?? 'closed',
    replyFormOf(threadId: string): FormState {
      if (!openers.has(threadId)) return 'closed';
      return openers.get(threadId) ? 'focused' : 'open';
    },
    openEditor: ({ _id }: Comment) => setEditors((open) => new Map([...open, [_id, 'focused']])),
    closeEditor({ _id }: Comment): void {
      setEditors((open) => new Map([...open].filter(([id]) => id !== _id)));
      focus.returnToRow(_id);
    },
    openReply(comment: Comment, opener: HTMLElement): void {
      const threadId = comment.parentId ?? comment._id;
      if (openers.has(threadId)) document.getElementById(`reply-${threadId}`)?.focus();
      setOpeners((open) => new Map([...open, [threadId, opener]]));
    },
    closeReply(threadId: string): void {
      focus.returnFromReply(threadId, openers.get(threadId) ?? null);
      setOpeners((open) => new Map([...open].filter(([id]) => id !== threadId)));
    },
  };
}
