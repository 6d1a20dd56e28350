import type { Draft, Post } from '@safarnama/contracts';
import type { CardLists } from '../../../stores/card-lists.ts';
import { undeletePost } from '../../../stores/undelete-post.ts';
import { publishAgain } from '../../../stores/unpublish-post.ts';
import { STORY_STRINGS } from './story-strings.ts';
import type { UndoableChange } from './toast-undoable.tsx';

interface Deletion {
  post: Pick<Post, '_id' | 'authorId'>;
  /** The lists before the deletion, or, if those are unknown, the current lists. */
  before: CardLists;
}

export function describeDeletion({ post, before }: Deletion): UndoableChange {
  return {
    toastId: `deleted:${post._id}`,
    authorId: post.authorId._id,
    texts: {
      done: STORY_STRINGS.postDeleted,
      undoing: STORY_STRINGS.restoring,
      undone: STORY_STRINGS.restored,
      failed: STORY_STRINGS.restoreFailed,
      tooLate: STORY_STRINGS.tooLateToRestore,
    },
    undo: () => undeletePost(post._id, before),
  };
}

/** The toast whose Undo publishes a story again. */
export const unpublishedToastId = (postId: string) => `unpublished:${postId}`;

interface Unpublication {
  post: Post;
  draft: Draft;
  /** The lists before the story was unpublished. */
  before: CardLists;
}

export function describeUnpublication({ post, draft, before }: Unpublication): UndoableChange {
  return {
    toastId: unpublishedToastId(post._id),
    authorId: post.authorId._id,
    texts: {
      done: STORY_STRINGS.unpublished,
      undoing: STORY_STRINGS.publishingAgain,
      undone: STORY_STRINGS.publishedAgain,
      failed: STORY_STRINGS.publishAgainFailed,
      tooLate: STORY_STRINGS.draftMissing,
    },
    undo: () => publishAgain(draft, before),
  };
}
