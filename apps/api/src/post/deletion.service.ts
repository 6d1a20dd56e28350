import { type SavedPostResponse, UNDELETE_MS } from '@safarnama/contracts';
import mongoose from 'mongoose';
import type { EditDraftService } from '../draft/edit-draft.service.js';
import { notFound } from '../http/app-error.js';
import { runForEach } from '../lib/run-for-each.js';
import type { MediaService } from '../media/media.service.js';
import type { StoryChanges } from '../message/story-changes.js';
import { removeNotificationsOfPost } from '../notification/notification.service.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import { CommentModel } from './comment.model.js';
import { type DeletedPostDoc, DeletedPostModel } from './deleted-post.model.js';
import { insertAgain } from './insert-again.js';
import { requireAuthor, requireOwnPost } from './own-post.js';
import { PostModel } from './post.model.js';
import {
  alignPicture,
  ensurePictureHidden,
  finishReturn,
  type HiddenCopy,
  hidePost,
  pictureKeys,
  thisCopyFilter,
} from './post-moves.js';
import type { PostReader } from './post-reader.js';
import { BookmarkModel, LikeModel } from './reaction.model.js';
import type { RevisionService } from './revision.service.js';
import type { UnpublishingService } from './unpublishing.service.js';

/** Added to the time in which a story can be restored, so that no running request restores a story being removed. */
const REMOVAL_DELAY_MS = 60_000;
/** Expired stories per read. */
const BATCH_SIZE = 100;

interface DeletionDeps {
  media: MediaService;
  editDrafts: Pick<EditDraftService, 'detach'>;
  reader: PostReader;
  revisions: RevisionService;
  unpublishing: UnpublishingService;
  realtime: Pick<RealtimePort, 'postHidden'>;
  storyChanges: StoryChanges;
}

const subtractMs = (date: Date, ms: number) => new Date(date.getTime() - ms);

/** Deletes stories, lets their authors restore them for ten minutes, and removes them for good afterwards. */
export function createDeletionService({
  media,
  editDrafts,
  reader,
  revisions,
  unpublishing,
  realtime,
  storyChanges,
}: DeletionDeps) {
  /** Removes what belongs to a deleted story, and the story last, so that an interrupted removal is repeated. */
  async function removeForGood(deleted: HiddenCopy) {
    const postId = deleted._id.toHexString();
    await media.discard(pictureKeys(deleted));
    await revisions.removeAll(postId);
    await LikeModel.deleteMany({ postId });
    await BookmarkModel.deleteMany({ postId });
    await CommentModel.deleteMany({ postId });
    await removeNotificationsOfPost(postId);
    await editDrafts.detach(deleted);
    await DeletedPostModel.deleteOne(thisCopyFilter(deleted));
  }

  /** Finds the copy of a story that its author can restore now. @throws AppError as `restore`. */
  async function requireRestorable(authorId: string, postId: string): Promise<DeletedPostDoc> {
    const deleted = await DeletedPostModel.findById(postId).lean<DeletedPostDoc>();
    const deletedAt = deleted?.unpublishedAt ? null : deleted?.deletedAt;
    if (!deleted || !deletedAt || deletedAt <= subtractMs(new Date(), UNDELETE_MS)) {
      throw notFound('Post not found');
    }
    return requireAuthor(deleted, authorId, 'restore');
  }

  return {
    /**
     * Hides a story from everybody. What belongs to it stays until it is removed for good. A repeat hides the
     * picture, in case that the first attempt was interrupted before it did.
     *
     * @throws AppError 404, also for a story that is deleted already; 403 for another author.
     */
    async remove(authorId: string, postId: string): Promise<void> {
      const deleted = await ensurePictureHidden(media, authorId, postId, () =>
        hidePost(authorId, postId, 'delete'),
      );
      realtime.postHidden(deleted._id.toHexString());
      storyChanges.announce(deleted._id);
      await alignPicture(media, deleted);
    },

    /**
     * Brings back a deleted story with everything that belongs to it.
     *
     * @throws AppError 404 for a story that is not deleted or was deleted more than ten minutes ago; 403 for another
     *   author.
     */
    async restore(authorId: string, postId: string): Promise<SavedPostResponse> {
      for (;;) {
        const deleted = await requireRestorable(authorId, postId);
        const { deletedAt: _deletedAt, unpublishedAt: _unpublishedAt, ...post } = deleted;
        const restored = await insertAgain(post);
        storyChanges.announce(deleted._id);
        if (!restored) continue;
        const isPublished = await finishReturn(media, deleted);
        // The running deletion had not yet removed the story, and has removed it since.
        if (!isPublished && !restored.isNew) continue;
        // Read again, since its likes and comments have been recounted.
        return reader.presentSaved(await requireOwnPost(authorId, postId, 'change'), authorId);
      }
    },

    /**
     * Removes stories for good that can no longer be restored. Several processes may run it concurrently; an
     * interrupted run is continued by the next one.
     *
     * @returns the number of stories.
     * @throws AggregateError when some stories could not be removed, after all others have been.
     */
    async removeExpired(now: Date): Promise<number> {
      const deletedAt = mongoose.trusted({ $lt: subtractMs(now, UNDELETE_MS + REMOVAL_DELAY_MS) });
      const expired = DeletedPostModel.find({ deletedAt })
        .sort({ deletedAt: 1 })
        .select('authorId blogImage moves deletedAt unpublishedAt')
        .lean<HiddenCopy[]>()
        .cursor({ batchSize: BATCH_SIZE });
      let removed = 0;
      await runForEach<HiddenCopy>(expired, 'Deleted stories could not be removed', async (hidden) => {
        // A process was killed while it deleted, unpublished, restored or published the story.
        if ((await PostModel.exists({ _id: hidden._id })) !== null) await finishReturn(media, hidden);
        else if (hidden.unpublishedAt) await unpublishing.finish(hidden);
        else await removeForGood(hidden);
        removed += 1;
      });
      return removed;
    },
  };
}
export type DeletionService = ReturnType<typeof createDeletionService>;
